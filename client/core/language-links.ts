import { type Lang, languageOf, localeOf } from '#shared/languages.ts';
import { fixedPages } from '#shared/site/page-kinds.ts';
import type { Head } from './page-module.ts';
import { type Shell, trailTo } from './shell.ts';

export interface LanguageLink {
  lang: Lang;
  /** As the web writes it. */
  code: string;
  /** Its own name, such as `Français`. */
  label: string;
  /** `fr` */
  short: string;
  href: string;
  /** The address that search engines list, where the same page exists there. */
  canonical: string | null;
}

/** Products and fixed pages have one path in all languages; entries of the tree have their own. */
const samePath = (path: string) =>
  path === '/' || /^\/(wines|products)\//.test(path) || Object.hasOwn(fixedPages, path);

/** The same page in the site's languages, the shown one included; where it has no counterpart, the home page there. */
export function languageLinks({ site, pages }: Shell, pathname: string, head: Head): LanguageLink[] {
  const entry = trailTo(pages, pathname).at(-1);
  return site.alternates.map(({ lang, origin, href }) => {
    const path =
      lang === site.lang
        ? pathname
        : (head.alternates?.[lang] ?? entry?.alternates?.[lang] ?? (samePath(pathname) ? pathname : null));
    return {
      lang,
      code: localeOf(lang),
      label: languageOf(lang).label,
      short: localeOf(lang).slice(0, 2),
      href: href + (path ?? '/'),
      canonical: path === null ? null : origin + path,
    };
  });
}
