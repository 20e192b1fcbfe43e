import { join } from 'node:path';
import { OperatorFault } from '#server/operator-fault.ts';
import type { FolderSite } from '#server/storefront/sites/host-index.ts';
import { type SiteFault, settleClaims } from '#server/storefront/sites/site-claims.ts';
import { isFault, listSiteFolders, readSite } from '#server/storefront/sites/site-folder.ts';

export interface SiteFolders {
  names: string[];
  /** Whose `site.json` is right and claims nothing that is another's. */
  sites: FolderSite[];
  faults: SiteFault[];
}

/** Reads every `site.json` as the storefront does. */
export function readSiteFolders(sitesDir: string): SiteFolders {
  const names = listSiteFolders(sitesDir);
  const read = names.map((name) => readSite(sitesDir, name));
  const { sites, faults } = settleClaims(read.flatMap((site) => (isFault(site) ? [] : [site])));
  return { names, sites, faults: [...read.filter(isFault), ...faults] };
}

/** The folder of a named site. @throws OperatorFault where there is none. */
export function folderOf(sitesDir: string, names: readonly string[], name: string): string {
  if (names.includes(name)) return join(sitesDir, name);
  throw new OperatorFault(`There is no site "${name}" in ${sitesDir}. There are: ${names.join(', ') || 'none'}.`, {
    exitCode: 66,
  });
}
