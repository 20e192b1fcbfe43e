import { join, resolve } from 'node:path';
import { type OpenedDatabase, openDatabase } from '#server/api/open-database.ts';
import type { BackupManifest } from '#server/backup/backup-manifest.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import { readServerConfig, type ServerConfig } from '#server/config.ts';
import { OperatorError } from '#server/operator-error.ts';
import { listSitesDirSubfolders } from '#server/storefront/sites/site-folder.ts';
import { createSiteCountProgress, parseCommandArguments } from './command-line.ts';
import { isDatabaseCreated, readStoredSiteRows, requireStoredSite } from './stored-sites.ts';

/** @returns The exit code, which is 1 if files to which sites refer are missing. */
export async function runDbBackup(args: string[]): Promise<number> {
  const { values } = parseCommandArguments({ args, options: { to: { type: 'string' }, site: { type: 'string' } } });
  const config = readServerConfig(process.env, 'command');
  if (!isDatabaseCreated(config)) throw new OperatorError('There is no database yet.', { exitCode: 66 });
  const dir = values.to ? resolve(values.to) : getDefaultBackupDir(config);
  const database = await openDatabase(config, {
    clientKind: 'command',
    purpose: 'backup',
    poolSize: 2,
    migrates: false,
  });
  try {
    const siteId = values.site && requireStoredSite(await readStoredSiteRows(database), values.site).id;
    const siteFolders = new Map(
      listSitesDirSubfolders(config.sitesDir).map((name) => [name, join(config.sitesDir, name)]),
    );
    const source = { ...database, filesDir: config.filesDir, siteFolders };
    const { missingFiles } = await writeBackupWithProgress(source, dir, siteId ? { siteId } : {});
    if (missingFiles.length === 0) return 0;
    process.stderr.write('Import their sites again: npm run site -- import --all\n');
    return 1;
  } finally {
    await database.close();
  }
}

/** Returns the default folder for a backup: a new folder below DATA_DIR, named after the current time. */
export const getDefaultBackupDir = ({ dataDir }: Pick<ServerConfig, 'dataDir'>): string =>
  join(dataDir, 'backups', `cuvee-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}`);

interface Source extends OpenedDatabase {
  filesDir: string;
  siteFolders: ReadonlyMap<string, string>;
}

export async function writeBackupWithProgress(
  source: Source,
  dir: string,
  options: { siteId?: number },
): Promise<BackupManifest> {
  const progress = createSiteCountProgress('Backing up');
  const manifest = await writeBackup(source, dir, { ...options, onSite: progress.show }).finally(progress.end);
  const { sites, files, missingFiles } = manifest;
  const rows = sites.flatMap((site) => Object.values(site.rows)).reduce((sum, count) => sum + count, 0);
  process.stdout.write(`${dir}: ${sites.length} sites, ${rows} rows, ${files.length} files. It has personal data.\n`);
  if (missingFiles.length > 0)
    process.stderr.write(
      `${missingFiles.length} files are missing or damaged in ${source.filesDir}; everything else is in the backup:\n` +
        missingFiles.map((hash) => `  ${hash}\n`).join(''),
    );
  return manifest;
}
