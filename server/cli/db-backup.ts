import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '#server/api/open-database.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import { type Config, readConfig } from '#server/config.ts';
import { OperatorError } from '#server/operator-error.ts';
import { listSiteFolders } from '#server/storefront/sites/site-folder.ts';
import { createSiteProgress } from './site-progress.ts';
import { hasDatabase, requireStoredSite, selectSites } from './stored-sites.ts';

/** `backup`: returns the exit code 1 if files that sites reference are missing. */
export async function dbBackup(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { to: { type: 'string' }, site: { type: 'string' } } });
  const config = readConfig(process.env, 'command');
  const dir = values.to ? resolve(values.to) : defaultBackupDir(config);
  const missing = await backUpTo(dir, config, values.site);
  if (missing.length === 0) return 0;
  process.stderr.write(
    `${missing.length} referenced files are missing or damaged in ${config.filesDir}; everything else is in the backup:\n` +
      `${missing.map((hash) => `  ${hash}\n`).join('')}Import their sites again: npm run site -- import --all\n`,
  );
  return 1;
}

/** A new folder below DATA_DIR, named after the time. */
export const defaultBackupDir = ({ dataDir }: Pick<Config, 'dataDir'>): string =>
  join(dataDir, 'backups', `cuvee-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}`);

/** @returns Hashes of files that are missing from the file store. */
export async function backUpTo(dir: string, config: Config, site?: string): Promise<string[]> {
  if (!hasDatabase(config)) throw new OperatorError('There is no database yet.', { exitCode: 66 });
  const database = await openDatabase(config, { clientKind: 'command', poolSize: 2, migrates: false });
  const progress = createSiteProgress('Backing up');
  try {
    const manifest = await writeBackup(
      {
        connection: database.connection,
        filesDir: config.filesDir,
        sitesDir: config.sitesDir,
        siteFolders: listSiteFolders(config.sitesDir),
      },
      dir,
      {
        ...(site && { siteId: requireStoredSite(await selectSites(database), site).id }),
        onSite: progress.show,
      },
    );
    progress.end();
    const rows = manifest.sites.flatMap((each) => Object.values(each.rows)).reduce((sum, count) => sum + count, 0);
    process.stdout.write(
      `${dir}: ${manifest.sites.length} sites, ${rows} rows, ${manifest.files.length} files. It contains personal data.\n`,
    );
    return manifest.missingFiles;
  } finally {
    progress.end();
    await database.close();
  }
}
