import { useTexts } from '#client/core/app-context.tsx';
import { createBreadcrumb, createBreadcrumbJsonLd } from '#client/core/breadcrumb.ts';
import { indexParametersByKey } from '#client/core/index-parameters-by-key.ts';
import { PageTitleHeader } from '#client/core/page/PageTitleHeader.tsx';
import type { PageLoader } from '#client/core/page-module.ts';
import { type ClientPageEntry, flattenPageTree } from '#client/core/site-shell.ts';
import type { BreadcrumbItem } from '#client/ui/Breadcrumb.tsx';
import prose from '#client/ui/Prose.module.css';
import { ServerHtml } from '#client/ui/ServerHtml.tsx';
import { type AnchoredHeading, anchorHeadings } from '#shared/site/anchor-headings.ts';
import { legalPageKinds, optionalFixedPathKinds, pageKindsByFixedPath } from '#shared/site/page-entry-kinds.ts';
import css from './LegalPage.module.css';

interface LegalData {
  title: string;
  crumbs: BreadcrumbItem[];
  html: string;
  isEmpty: boolean;
  headings: AnchoredHeading[];
  others: { title: string; path: string }[];
}

const kindsByPath: Readonly<Record<string, string>> = { ...pageKindsByFixedPath, ...optionalFixedPathKinds };

/** Finds the kind of the legal text at a URL path. Legal texts have fixed URL paths. */
function getLegalPageKind(path: string): (typeof legalPageKinds)[number] {
  const kind = legalPageKinds.find((legal) => legal === kindsByPath[path]);
  if (!kind) throw new Error(`no legal text has the path ${path}`);
  return kind;
}

const otherTexts = (pages: readonly ClientPageEntry[], here: string) =>
  legalPageKinds.flatMap((kind) => {
    const entry = flattenPageTree(pages).find(({ type, path }) => type === kind && path !== null && path !== here);
    return entry?.path ? [{ title: entry.menuTitle, path: entry.path }] : [];
  });

export const loader: PageLoader<LegalData> = async (args) => {
  const { read, shell, url, entry, texts } = args;
  const kind = getLegalPageKind(url.pathname);
  const parameters = indexParametersByKey((await read('GET /parameter')).parameters);
  const text = parameters[kind] ?? '';
  const { html, headings } = anchorHeadings(text);
  const title = texts.t(`site.legal.${kind}`);
  const crumbs = entry ? createBreadcrumb(args, url.pathname) : [{ title }];
  return {
    status: 200,
    data: { title, crumbs, html, isEmpty: text === '', headings, others: otherTexts(shell.pages, url.pathname) },
    head: {
      title: entry?.title ?? title,
      description: entry?.description,
      jsonLd: import.meta.env.SSR ? [createBreadcrumbJsonLd(args, crumbs, url.pathname)] : [],
    },
  };
};

export function Page({ data: { title, crumbs, html, isEmpty, headings, others } }: { data: LegalData }) {
  const { t } = useTexts();
  return (
    <article className="page">
      <PageTitleHeader crumbs={crumbs} title={title} />
      <div className={css.columns}>
        {headings.length > 1 && <LegalTableOfContents headings={headings} />}
        <div className={css.text}>
          {isEmpty ? (
            <p>{t('site.legal.empty')}</p>
          ) : (
            <ServerHtml id="legal-text" html={html} className={`${prose.prose} ${css.law}`} />
          )}
          {others.length > 0 && (
            <nav className={css.others} aria-labelledby="legal-others">
              <h2 id="legal-others">{t('site.legal.others')}</h2>
              <ul>
                {others.map((other) => (
                  <li key={other.path}>
                    <a href={other.path}>{other.title}</a>
                  </li>
                ))}
              </ul>
            </nav>
          )}
        </div>
      </div>
    </article>
  );
}

/** Table of contents of a legal text, in a side column on wide screens and collapsed above the text on narrow ones. */
function LegalTableOfContents({ headings }: { headings: readonly AnchoredHeading[] }) {
  const { t } = useTexts();
  const list = (
    <ol>
      {headings.map(({ id, text }) => (
        <li key={id}>
          <a href={`#${id}`}>{text}</a>
        </li>
      ))}
    </ol>
  );
  return (
    <nav className={css.contents} aria-label={t('site.contents')}>
      <details className={css.folded}>
        <summary>{t('site.contents')}</summary>
        {list}
      </details>
      <div className={css.aside}>
        <p className={css.label}>{t('site.contents')}</p>
        {list}
      </div>
    </nav>
  );
}
