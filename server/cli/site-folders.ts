import { statSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '#server/operator-error.ts';
import type { ConfiguredSite } from '#server/storefront/sites/host-index.ts';
import { resolveSiteConflicts, type SiteFolderIssue } from '#server/storefront/sites/resolve-site-conflicts.ts';
import {
  buildSiteConfigPath,
  isSiteFolderIssue,
  listSitesDirSubfolders,
  readSiteConfig,
} from '#server/storefront/sites/site-folder.ts';

export interface SiteConfigListing {
  names: string[];
  /** Sites with a valid `site.json` that conflicts with no other site. */
  sites: ConfiguredSite[];
  issues: SiteFolderIssue[];
}

const createdAt = (sitesDir: string, name: string): number =>
  statSync(buildSiteConfigPath(sitesDir, name), { throwIfNoEntry: false })?.birthtimeMs ?? 0;

/** Reads every `site.json` in the same way as the storefront. */
export function readSiteConfigs(sitesDir: string): SiteConfigListing {
  const names = listSitesDirSubfolders(sitesDir);
  // If two sites have the same id or host, the older site is accepted, as in a running storefront.
  const read = names
    .toSorted((a, b) => createdAt(sitesDir, a) - createdAt(sitesDir, b))
    .map((name) => readSiteConfig(sitesDir, name));
  const { sites, issues } = resolveSiteConflicts(read.flatMap((site) => (isSiteFolderIssue(site) ? [] : [site])));
  return {
    names,
    sites: sites.toSorted((a, b) => names.indexOf(a.folder) - names.indexOf(b.folder)),
    issues: [...read.filter(isSiteFolderIssue), ...issues],
  };
}

/** Returns the path of a site folder. @throws OperatorError if there is none with that name. */
export function requireSiteFolder(sitesDir: string, names: readonly string[], name: string): string {
  if (names.includes(name)) return join(sitesDir, name);
  throw new OperatorError(`There is no site "${name}" in ${sitesDir}. There are: ${names.join(', ') || 'none'}.`, {
    exitCode: 66,
  });
}
