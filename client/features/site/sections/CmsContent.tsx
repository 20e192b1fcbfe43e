import { createBreadcrumb, createBreadcrumbJsonLd } from '#client/core/breadcrumb.ts';
import { createNotFoundError, type PageLoader } from '#client/core/page-module.ts';
import type { BreadcrumbItem } from '#client/ui/Breadcrumb.tsx';
import css from './CmsPage.module.css';
import { loadPageContent, readPageShownByEntry } from './load-page.ts';
import { Sections } from './Sections.tsx';
import type { SectionView } from './section-props.ts';

interface CmsData {
  crumbs: BreadcrumbItem[];
  sections: SectionView[];
}

export const loader: PageLoader<CmsData> = async (args) => {
  const { entry } = args;
  const page = await readPageShownByEntry(args);
  if (!page || !entry || entry.path === null) throw createNotFoundError();
  const { sections, picture, preload } = await loadPageContent(
    page,
    { title: page.title || entry.title, opening: 'hero' },
    args,
  );
  const crumbs = createBreadcrumb(args, entry.path);
  return {
    status: 200,
    data: { crumbs, sections },
    head: {
      title: entry.title,
      description: entry.description,
      image: picture,
      preload,
      jsonLd: import.meta.env.SSR ? [createBreadcrumbJsonLd(args, crumbs, entry.path)] : [],
    },
  };
};

export const Page = ({ data: { crumbs, sections } }: { data: CmsData }) => (
  <article className={css.article}>
    <Sections sections={sections} crumbs={crumbs} />
  </article>
);
