import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { eq } from 'drizzle-orm';
import { notifyHostingChanged, notifySiteChanged } from '#server/api/changes/notify-site-changed.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { sites } from '#server/api/database/sites-table.ts';
import { type OpenedDatabase, openDatabase } from '#server/api/open-database.ts';
import { purgeRemovedSite } from '#server/backup/erase-site.ts';
import { readServerConfig, type ServerConfig } from '#server/config.ts';
import { OperatorError } from '#server/operator-error.ts';
import { parseCommandArguments } from './command-line.ts';
import { getDefaultBackupDir, writeBackupWithProgress } from './db-backup.ts';
import { readStoredSiteRows, requireStoredSite, type StoredSite } from './stored-sites.ts';

/** With `--purge` it exports the data and then erases it. */
export async function runSiteRemove(args: string[]): Promise<number> {
  const { values, positionals } = parseCommandArguments({
    args,
    allowPositionals: true,
    options: {
      purge: { type: 'boolean', default: false },
      'accept-missing-files': { type: 'boolean', default: false },
      to: { type: 'string' },
    },
  });
  const [name] = positionals;
  if (!name || positionals.length > 1)
    throw new OperatorError(
      'Name one site: npm run site -- remove <name> [--purge [--to <folder>] [--accept-missing-files]]',
      {
        exitCode: 64,
      },
    );
  const config = readServerConfig(process.env, 'command');
  const database = await openDatabase(config, { clientKind: 'command', purpose: 'site remove', poolSize: 2 });
  try {
    const site = requireStoredSite(await readStoredSiteRows(database), name);
    if (site.purged_at) throw new OperatorError(`The data of "${name}" were erased already.`, { exitCode: 66 });
    if (values.purge) await confirm(site);
    const removedFolder = await takeOffline(config, database, site, values.purge);
    if (values.purge) {
      const dir = values.to ? resolve(values.to) : getDefaultBackupDir(config);
      await purge(config, database, { site, dir, removedFolder, acceptsMissingFiles: values['accept-missing-files'] });
    }
  } finally {
    await database.close();
  }
  return 0;
}

const labelOf = ({ id, folder }: StoredSite): string => folder ?? String(id);

/** Asks the operator to type the name of the site. @throws OperatorError if another text is typed. */
async function confirm(site: StoredSite): Promise<void> {
  const label = labelOf(site);
  process.stdout.write(
    `This backs up and then erases all data of "${site.name}" (site ${site.id}): orders, customers, content and files.\n`,
  );
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const closed = new Promise<string>((done) => terminal.once('close', () => done('')));
  const entered = await Promise.race([terminal.question(`Type ${label} to confirm: `), closed]);
  terminal.close();
  if (entered.trim() !== label) throw new OperatorError('Not confirmed; nothing was changed.', { exitCode: 64 });
}

/**
 * Takes a site offline: renames its folder, if it has one, and marks the site as removed in the database.
 * @returns The path of the renamed folder, even if an earlier run has renamed it; null if there is none.
 */
async function takeOffline(
  config: ServerConfig,
  database: OpenedDatabase,
  site: StoredSite,
  isPurged: boolean,
): Promise<string | null> {
  // The folder is renamed before the database changes, because a server that still found it would import the site
  // again.
  const source = join(config.sitesDir, site.folder ?? '');
  const target = join(config.sitesDir, `.removed-${labelOf(site)}`);
  const isPresent = site.folder != null && existsSync(join(source, 'site.json'));
  if (isPresent && existsSync(target))
    throw new OperatorError(`${target} exists; delete or rename it.`, { exitCode: 73 });
  if (isPresent) await rename(source, target);
  await withSiteTransaction(database.db, site.id, async (tx) => {
    await tx.update(sites).set({ removedAt: new Date() }).where(eq(sites.id, site.id));
    await notifyHostingChanged(tx);
    await notifySiteChanged(tx);
  });
  process.stdout.write(`"${labelOf(site)}" (site ${site.id}) is offline. No other site will get its id.\n`);
  // After a purge the id is never used again, so that the folder cannot be imported.
  const revival = isPurged ? '' : '; renamed back and imported, it is online again';
  if (isPresent) process.stdout.write(`Its folder is now ${target}${revival}.\n`);
  return existsSync(target) ? target : null;
}

interface Purge {
  site: StoredSite;
  dir: string;
  /** The renamed folder of the site; null if there is none. */
  removedFolder: string | null;
  /** True if the data are erased although the backup lacks files, because these are lost. */
  acceptsMissingFiles: boolean;
}

async function purge(
  { filesDir, dataDir }: ServerConfig,
  database: OpenedDatabase,
  { site, dir, removedFolder, acceptsMissingFiles }: Purge,
): Promise<void> {
  const siteFolders = new Map(removedFolder && site.folder ? [[site.folder, removedFolder]] : []);
  const { sites: exported, missingFiles } = await writeBackupWithProgress({ ...database, filesDir, siteFolders }, dir, {
    siteId: site.id,
  });
  // A volume that is not mounted looks like missing files, and the backup would be the only copy of the data.
  if (missingFiles.length > 0 && !acceptsMissingFiles)
    throw new OperatorError(
      `Nothing was erased, because ${missingFiles.length} files are missing in the backup. Check that ${filesDir} is ` +
        `mounted, delete ${dir}, and run the command again; if the files are lost, add --accept-missing-files.`,
      { exitCode: 74 },
    );
  for (const backup of exported) await purgeRemovedSite({ connection: database.connection, filesDir, dataDir }, backup);
  process.stdout.write(
    `All data of site ${site.id} were erased. The law may require you to keep their backup: ${dir}\n` +
      `It is no folder of a site: npm run db -- restore ${dir} --site ${site.id} brings the site back.\n`,
  );
  if (removedFolder) process.stdout.write(`Delete ${removedFolder} if you no longer need it.\n`);
}
