import type { Config } from '#server/config.ts';
import type { FolderSite } from '#server/storefront/sites/host-index.ts';
import { originOf } from '#server/storefront/sites/host-index.ts';
import { languageOf } from '#shared/languages.ts';

/** More sites than these are counted rather than listed. */
const mostListed = 20;

/** Lines that tell the operator where each site is seen. */
export function siteAddresses(sites: readonly FolderSite[], { localNames, port }: Pick<Config, 'localNames' | 'port'>) {
  const lines = sites
    .slice(0, mostListed)
    .map((site) => `  ${site.config.name}: ${addressesOf(site, localNames, port).join('  ')}`);
  if (sites.length > mostListed) lines.push(`  … and ${sites.length - mostListed} more`);
  return lines;
}

function addressesOf({ folder, config }: FolderSite, localNames: boolean, port: number): string[] {
  if (!localNames) return config.languages.map((lang) => originOf(config, lang));
  const names = config.default ? ['localhost'] : [`${folder}.localhost`];
  for (const lang of config.languages)
    if (lang !== config.defaultLang) names.push(`${languageOf(lang).hostLabel}.${folder}.localhost`);
  return names.map((name) => `http://${name}:${port}`);
}
