import { type Lang, webLanguage } from '#shared/languages.ts';
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

const labels: Record<Lang, string> = { fr_FR: 'Français', en: 'English' };

/** Products and fixed pages have one path in all languages; entries of the tree have their own. */
const samePath = (path: string) =>
  /^\/(wines|products)\//.test(path) ||
  ['/', '/contact', '/cookie-policy', '/legal-notice', '/privacy-policy', '/sale-terms', '/use-terms'].includes(path);

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
      code: webLanguage[lang],
      label: labels[lang],
      short: webLanguage[lang].slice(0, 2),
      href: href + (path ?? '/'),
      canonical: path === null ? null : origin + path,
    };
  });
}
