import { getLanguageRecord, getLocale, type Lang } from '#shared/languages.ts';
import { pageKindsByFixedPath } from '#shared/site/page-entry-kinds.ts';
import type { PageMetadata } from './page-module.ts';
import { findEntriesAlongPath, type SiteShell } from './site-shell.ts';

export interface LanguageLink {
  lang: Lang;
  /** BCP 47 tag of the language, such as `fr-FR`. */
  code: string;
  /** Name of the language in the language itself, such as `Français`. */
  label: string;
  /** Two-letter code of the language, such as `fr`. */
  shortLabel: string;
  href: string;
  /** Canonical URL of the page in this language, or `null` if the page does not exist in it. */
  canonical: string | null;
}

/**
 * Products and the pages of the page tree at fixed paths have the same path in all languages. Other entries of the page
 * tree have one path per language, and other pages name their paths as `alternates`.
 */
const hasSamePath = (path: string) =>
  path === '/' || /^\/(wines|products)\//.test(path) || Object.hasOwn(pageKindsByFixedPath, path);

/**
 * Creates links to the current page in all languages of the site, or to the home page of a language in which the page
 * does not exist.
 */
export function createLanguageLinks({ site, pages }: SiteShell, pathname: string, head: PageMetadata): LanguageLink[] {
  const entry = findEntriesAlongPath(pages, pathname).at(-1);
  return site.alternates.map(({ lang, origin, href }) => {
    const path =
      lang === site.lang
        ? pathname
        : (head.alternates?.[lang] ?? entry?.alternates?.[lang] ?? (hasSamePath(pathname) ? pathname : null));
    return {
      lang,
      code: getLocale(lang),
      label: getLanguageRecord(lang).label,
      shortLabel: getLocale(lang).slice(0, 2),
      href: href + (path ?? '/'),
      canonical: path === null ? null : origin + path,
    };
  });
}
