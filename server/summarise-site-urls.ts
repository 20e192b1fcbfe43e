import type { ServerConfig } from '#server/config.ts';
import type { ConfiguredSite } from '#server/storefront/sites/host-index.ts';
import { getCanonicalOrigin } from '#server/storefront/sites/host-index.ts';
import { getLanguageRecord } from '#shared/languages.ts';

/** Maximum number of sites that are listed. Further sites are only counted. */
const maxListed = 20;

/** Lists the names and URLs of the sites, for the report at the start of the server. */
export function summariseSiteUrls(
  sites: readonly ConfiguredSite[],
  { hasLocalNames, port }: Pick<ServerConfig, 'hasLocalNames' | 'port'>,
): { addresses: [name: string, addresses: string[]][]; more: number } {
  const addresses = sites
    .slice(0, maxListed)
    .map((site): [string, string[]] => [site.config.name, listLanguageUrlsOfSite(site, hasLocalNames, port)]);
  return { addresses, more: Math.max(0, sites.length - maxListed) };
}

export function listLanguageUrlsOfSite(
  { folder, config }: ConfiguredSite,
  hasLocalNames: boolean,
  port: number,
): string[] {
  if (!hasLocalNames) return config.languages.map((lang) => getCanonicalOrigin(config, lang));
  const hostNames = config.default ? ['localhost'] : [`${folder}.localhost`];
  for (const lang of config.languages)
    if (lang !== config.defaultLang) hostNames.push(`${getLanguageRecord(lang).hostLabel}.${folder}.localhost`);
  return hostNames.map((name) => `http://${name}:${port}`);
}
