import { readServerConfig } from '#server/config.ts';
import type { ConfiguredSite } from '#server/storefront/sites/host-index.ts';
import { formatTable, parseCommandArguments, printJson } from './command-line.ts';
import { readSiteConfigs } from './site-folders.ts';
import { readStoredSites, type StoredSite } from './stored-sites.ts';

export async function runSiteList(args: string[]): Promise<number> {
  const { values } = parseCommandArguments({ args, options: { json: { type: 'boolean', default: false } } });
  const config = readServerConfig(process.env, 'command');
  const { sites: found, issues } = readSiteConfigs(config.sitesDir);
  const stored = new Map((await readStoredSites(config)).map((site) => [site.id, site]));
  if (values.json) {
    printJson({ sites: describeSites(found, stored), issues });
    return 0;
  }
  const rows = found.map((site) => [
    String(site.config.id),
    site.folder,
    site.config.name,
    site.config.languages.join(' '),
    hostsOf(site),
    importState(site, stored.get(site.config.id)),
  ]);
  for (const { config: site } of found) stored.delete(site.id);
  const storedRows = [...stored.values()].map(storedRow);
  const header = ['id', 'folder', 'name', 'languages', 'hosts', 'imported (UTC)'];
  process.stdout.write(formatTable([header, ...rows, ...storedRows]));
  for (const { folder, reason } of issues) process.stdout.write(`${folder}: ${reason}\n`);
  return 0;
}

function importState({ folder }: ConfiguredSite, stored: StoredSite | undefined): string {
  if (!stored) return 'not imported';
  if (stored.folder && stored.folder !== folder) return `the id belongs to ${stored.folder}`;
  return toMinutes(stored.imported_at);
}

/** Lists the sites as JSON: those with a folder, then those that exist only in the database. */
function describeSites(found: readonly ConfiguredSite[], stored: ReadonlyMap<number, StoredSite>) {
  const withFolder = found.map(({ folder, config: { id, name, languages, hosts } }) => {
    const importedAt = stored.get(id)?.imported_at ?? null;
    return { id, folder, name, languages, hosts: hosts.map((host) => host.name), importedAt, hasFolder: true };
  });
  const ids = new Set(found.map(({ config }) => config.id));
  const others = [...stored.values()].filter(({ id }) => !ids.has(id));
  return [
    ...withFolder,
    ...others.map(({ id, folder = null, name, imported_at, removed_at = null, purged_at = null }) => ({
      id,
      folder,
      name,
      importedAt: imported_at,
      removedAt: removed_at,
      purgedAt: purged_at,
      hasFolder: false,
    })),
  ];
}

const hostsOf = ({ config }: ConfiguredSite) => config.hosts.map(({ name }) => name).join(' ');

/** Formats a site that exists only in the database. Such a site keeps its data until `site remove --purge`. */
function storedRow({ id, folder, name, imported_at, removed_at, purged_at }: StoredSite): string[] {
  const state = purged_at ? 'removed, erased' : removed_at ? 'removed, data kept' : 'no folder';
  return [String(id), folder ?? '', name, '', `(${state})`, toMinutes(imported_at)];
}

const toMinutes = (timestamp: string): string => new Date(timestamp).toISOString().slice(0, 16).replace('T', ' ');
