import type { Config } from '#server/config.ts';
import type { FolderSite } from '#server/storefront/sites/host-index.ts';
import { canonicalOrigin } from '#server/storefront/sites/host-index.ts';
import { languageOf } from '#shared/languages.ts';

/** Sites beyond this number are counted instead of listed. */
const maxListed = 20;

/** Formats one line per site with its addresses, for the operator's terminal. */
export function formatSiteUrls(
  sites: readonly FolderSite[],
  { localNames, port }: Pick<Config, 'localNames' | 'port'>,
) {
  const lines = sites
    .slice(0, maxListed)
    .map((site) => `  ${site.config.name}: ${addressesOf(site, localNames, port).join('  ')}`);
  if (sites.length > maxListed) lines.push(`  … and ${sites.length - maxListed} more`);
  return lines;
}

function addressesOf({ folder, config }: FolderSite, localNames: boolean, port: number): string[] {
  if (!localNames) return config.languages.map((lang) => canonicalOrigin(config, lang));
  const hostNames = config.default ? ['localhost'] : [`${folder}.localhost`];
  for (const lang of config.languages)
    if (lang !== config.defaultLang) hostNames.push(`${languageOf(lang).hostLabel}.${folder}.localhost`);
  return hostNames.map((name) => `http://${name}:${port}`);
}
