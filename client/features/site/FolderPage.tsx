import { useTexts } from '#client/core/app-context.tsx';
import { createBreadcrumb, createBreadcrumbJsonLd } from '#client/core/breadcrumb.ts';
import { PageTitleHeader } from '#client/core/page/PageTitleHeader.tsx';
import { createNotFoundError, type PageLoader } from '#client/core/page-module.ts';
import type { ClientPageEntry } from '#client/core/site-shell.ts';
import type { BreadcrumbItem } from '#client/ui/Breadcrumb.tsx';
import css from './FolderPage.module.css';

interface FolderData {
  title: string;
  description: string;
  crumbs: BreadcrumbItem[];
  pages: { title: string; description: string; path: string }[];
}

export const loader: PageLoader<FolderData> = async (args) => {
  const { entry } = args;
  if (entry?.path == null) throw createNotFoundError();
  const crumbs = createBreadcrumb(args, entry.path);
  // Menu titles are used, because page titles are written for search engines and repeat the estate's name.
  const pages = listLinkedEntries(entry.children).flatMap(({ menuTitle, description, path, link }) => {
    const href = path ?? link?.url;
    return href ? [{ title: menuTitle, description, path: href }] : [];
  });
  return {
    status: 200,
    data: { title: entry.menuTitle, description: entry.description, crumbs, pages },
    head: {
      title: entry.title,
      description: entry.description,
      jsonLd: import.meta.env.SSR ? [createBreadcrumbJsonLd(args, crumbs, entry.path)] : [],
    },
  };
};

/** Replaces headings, which have no page, with the entries below them. */
const listLinkedEntries = (entries: readonly ClientPageEntry[]): ClientPageEntry[] =>
  entries.flatMap((entry) => (entry.path === null && !entry.link ? listLinkedEntries(entry.children) : entry));

export function Page({ data: { title, description, crumbs, pages } }: { data: FolderData }) {
  const { t } = useTexts();
  return (
    <div className="page">
      <PageTitleHeader crumbs={crumbs} title={title}>
        {description && <p>{description}</p>}
      </PageTitleHeader>
      {pages.length === 0 && <p className={css.empty}>{t('site.folder.empty')}</p>}
      <ul className={css.pages}>
        {pages.map((page) => (
          <li key={page.path}>
            <h2>
              <a href={page.path}>{page.title}</a>
            </h2>
            <p>{page.description}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
