import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sites } from '#server/api/database/sites-table.ts';
import { openDatabase } from '#server/api/open-database.ts';
import { type Config, readConfig } from '#server/config.ts';
import type { FolderSite } from '#server/storefront/sites/host-index.ts';
import { readSiteFolders } from './site-folders.ts';

/** `list`: prints every site and the time of its last import. */
export async function siteList(args: string[]): Promise<number> {
  parseArgs({ args });
  const config = readConfig(process.env, 'command');
  const { sites: found, issues } = readSiteFolders(config.sitesDir);
  const imported = await readImported(config);
  const rows = found.map((site) => [
    String(site.config.id),
    site.folder,
    site.config.name,
    site.config.languages.join(' '),
    hostsOf(site),
    imported.get(site.config.id)?.toISOString().slice(0, 16).replace('T', ' ') ?? 'not imported',
  ]);
  process.stdout.write(table([['id', 'folder', 'name', 'languages', 'hosts', 'imported (UTC)'], ...rows]));
  for (const { folder, reason } of issues) process.stdout.write(`${folder}: ${reason}\n`);
  return 0;
}

const hostsOf = ({ config }: FolderSite) => config.hosts.map(({ name }) => name).join(' ');

/** Returns the time of the last import by site id. A database that does not exist yet is not created. */
async function readImported(config: Config): Promise<Map<number, Date>> {
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'postgres'))) return new Map();
  // The migration needs one connection for its lock and one for the job queue.
  const database = await openDatabase(config, { clientKind: 'command', poolSize: 2 });
  try {
    const rows = await database.db.select({ id: sites.id, at: sites.importedAt }).from(sites);
    return new Map(rows.map(({ id, at }) => [id, at]));
  } finally {
    await database.close();
  }
}

function table(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return rows.map((row) => `${line(row).trimEnd()}\n`).join('');
}
