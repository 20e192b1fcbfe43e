import type { PageMetadata } from '../page-module.ts';
import type { SiteShell } from '../site-shell.ts';

/** Creates the alternates of a page that has the same URL path in all languages of the site. */
export const createAlternatesAtPath = ({ site }: Pick<SiteShell, 'site'>, path: string): PageMetadata['alternates'] =>
  Object.fromEntries(site.alternates.map(({ lang }) => [lang, path]));
