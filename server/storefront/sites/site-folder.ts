import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isDescriptorShortage } from '#server/http/connection-limits.ts';
import { OperatorError } from '#server/operator-error.ts';
import { decodeText, findDuplicateKey } from '#shared/site/json-file.ts';
import { SiteConfig } from '#shared/site/site-config.ts';
import { type ConfiguredSite, getCanonicalOrigin } from './host-index.ts';
import type { SiteFolderIssue } from './resolve-site-conflicts.ts';

/** Folder names are used in local host names, so they must be valid DNS labels. */
const folderNamePattern = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Lists the folders of `sitesDir`, sorted, except hidden ones. They may lack a `site.json`. @throws OperatorError */
export function listSitesDirSubfolders(sitesDir: string): string[] {
  return entriesOf(sitesDir)
    .filter((entry) => (entry.isDirectory() || entry.isSymbolicLink()) && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .sort();
}

function entriesOf(sitesDir: string): Dirent[] {
  try {
    return readdirSync(sitesDir, { withFileTypes: true });
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : '';
    const reason = `There is no folder of sites at ${sitesDir}${code}. Set SITES_DIR to it.`;
    throw new OperatorError(reason, { exitCode: 66, cause });
  }
}

export const siteConfigFile = 'site.json';

export const buildSiteConfigPath = (sitesDir: string, folder: string): string => join(sitesDir, folder, siteConfigFile);

/** Returns a string that changes whenever the file changes; null if there is no such file. */
export function readFileVersion(file: string): string | null {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat ? `${stat.mtimeMs} ${stat.size} ${stat.ino}` : null;
}

export function readSiteConfig(sitesDir: string, folder: string): ConfiguredSite | SiteFolderIssue {
  if (!folderNamePattern.test(folder))
    return { folder, reason: 'the folder’s name must be lower-case letters, digits and hyphens' };
  try {
    const text = decodeText(readFileSync(buildSiteConfigPath(sitesDir, folder)));
    const parsed = SiteConfig.safeParse(JSON.parse(text));
    const duplicate = findDuplicateKey(text);
    if (duplicate !== null) return { folder, reason: `site.json: ${duplicate} is there twice; delete one of them` };
    if (!parsed.success) return { folder, reason: `site.json: ${z.prettifyError(parsed.error)}` };
    const reason = findOriginIssue(parsed.data);
    return reason ? { folder, reason } : { folder, config: parsed.data };
  } catch (error) {
    // The scan fails and is repeated: the file itself has no fault.
    if (isDescriptorShortage(error)) throw error;
    return { folder, reason: `site.json: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/**
 * Checks that each canonical origin is a host of this site in the same language, because all other hosts redirect to
 * it.
 */
function findOriginIssue(config: SiteConfig): string | null {
  for (const lang of config.languages) {
    const isServed = config.hosts.some((host) => (host.lang ?? config.defaultLang) === lang);
    if (!isServed) return `site.json: no host shows the language ${lang}`;
    const name = new URL(getCanonicalOrigin(config, lang)).hostname;
    if (!config.hosts.some((host) => host.name === name && (host.lang ?? config.defaultLang) === lang))
      return `site.json: the origin of ${lang}, ${getCanonicalOrigin(config, lang)}, is none of its hosts`;
  }
  return null;
}

export const isSiteFolderIssue = (read: ConfiguredSite | SiteFolderIssue): read is SiteFolderIssue => 'reason' in read;
