import type { PageMetadata } from '../page-module.ts';
import type { SiteShell } from '../site-shell.ts';

export const createAlternatesAtPath = ({ site }: Pick<SiteShell, 'site'>, path: string): PageMetadata['alternates'] =>
  Object.fromEntries(site.alternates.map(({ lang }) => [lang, path]));
