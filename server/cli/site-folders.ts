import { join } from 'node:path';
import { OperatorError } from '#server/operator-error.ts';
import type { FolderSite } from '#server/storefront/sites/host-index.ts';
import { resolveSiteClaims, type SiteIssue } from '#server/storefront/sites/site-claims.ts';
import { isSiteIssue, listSiteFolders, readSiteFolder } from '#server/storefront/sites/site-folder.ts';

export interface SiteFolders {
  names: string[];
  /** Sites with a valid `site.json` that does not conflict with another site. */
  sites: FolderSite[];
  issues: SiteIssue[];
}

/** Reads every `site.json` as the storefront does. */
export function readSiteFolders(sitesDir: string): SiteFolders {
  const names = listSiteFolders(sitesDir);
  const read = names.map((name) => readSiteFolder(sitesDir, name));
  const { sites, issues } = resolveSiteClaims(read.flatMap((site) => (isSiteIssue(site) ? [] : [site])));
  return { names, sites, issues: [...read.filter(isSiteIssue), ...issues] };
}

/** @throws OperatorError if there is no site of that name. */
export function requireSiteFolder(sitesDir: string, names: readonly string[], name: string): string {
  if (names.includes(name)) return join(sitesDir, name);
  throw new OperatorError(`There is no site "${name}" in ${sitesDir}. There are: ${names.join(', ') || 'none'}.`, {
    exitCode: 66,
  });
}
