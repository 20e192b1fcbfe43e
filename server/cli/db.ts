import { resolve } from 'node:path';
import { openDatabase } from '#server/api/open-database.ts';
import { type BackupManifest, readBackupManifest } from '#server/backup/backup-manifest.ts';
import { findBackupIssues } from '#server/backup/check-backup.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { readServerConfig } from '#server/config.ts';
import { OperatorError } from '#server/operator-error.ts';
import { createSiteCountProgress, parseCommandArguments, runCommandLine } from './command-line.ts';
import { runDbBackup } from './db-backup.ts';
import { findSiteByFolderOrId } from './stored-sites.ts';

const usage = {
  backup: `  npm run db -- backup [--to <folder>] [--site <name|id>]
                              write a backup of all sites or one to a new folder, by default below DATA_DIR/backups;
                              servers keep running
`,
  restore: `  npm run db -- restore <folder> [--site <name|id>]
                              restore all sites or one of a backup into a database that does not have them
`,
  check: `  npm run db -- check <folder>
                              compare a backup with its checksums and numbers of rows
`,
};

const help = `Backs up and restores the database, the files and the folders of sites. It needs no PostgreSQL tools.

${Object.values(usage).join('')}`;

/** @returns The exit code, which is 1 if the backup is damaged. */
async function runDbBackupCheck(args: string[]): Promise<number> {
  const { positionals } = parseCommandArguments({ args, allowPositionals: true });
  const [folder] = positionals;
  if (!folder || positionals.length > 1)
    throw new OperatorError('Name the folder of the backup: npm run db -- check <folder>', { exitCode: 64 });
  const dir = resolve(folder);
  const manifest = await readBackupManifest(dir);
  const issues = await findBackupIssues(dir, manifest);
  for (const issue of issues) process.stdout.write(`${issue}\n`);
  for (const hash of manifest.missingFiles)
    process.stdout.write(`the file ${hash} was already missing when the backup was made\n`);
  if (issues.length === 0)
    process.stdout.write(`${dir}: valid, ${manifest.sites.length} sites, made at ${manifest.createdAt}\n`);
  return issues.length > 0 ? 1 : 0;
}

/** Runs the command `restore <folder>`, which restores nothing from a damaged backup. */
async function runDbRestore(args: string[]): Promise<number> {
  const { values, positionals } = parseCommandArguments({
    args,
    allowPositionals: true,
    options: { site: { type: 'string' } },
  });
  const [folder] = positionals;
  if (!folder || positionals.length > 1)
    throw new OperatorError('Name the folder of the backup: npm run db -- restore <folder>', { exitCode: 64 });
  const dir = resolve(folder);
  const manifest = await readBackupManifest(dir);
  const siteId = values.site === undefined ? undefined : requireSite(manifest, values.site);
  const issues = await findBackupIssues(dir, manifest);
  if (issues.length > 0)
    throw new OperatorError(`${dir} is damaged, and nothing was restored:\n${issues.join('\n')}`, { exitCode: 65 });
  const config = readServerConfig(process.env, 'command');
  // A restore of all sites locks the embedded database as a server does. A server that ran at the same time would
  // import site folders while their rows are being restored.
  const clientKind = siteId === undefined ? 'server' : 'command';
  const database = await openDatabase(config, { clientKind, purpose: 'restore', poolSize: 3, migrates: false });
  const progress = createSiteCountProgress('Restoring');
  try {
    const options = { ...(siteId !== undefined && { siteId }), onSite: progress.show };
    const { sites, keptFolders } = await restoreBackup({ ...config, ...database }, dir, manifest, options);
    progress.end();
    const names = sites.map(({ id, name }) => `${name} (site ${id})`).join(', ');
    process.stdout.write(`Restored, with the same numbers of rows as in the backup: ${names}.\n`);
    for (const kept of keptFolders) process.stdout.write(`The folder ${kept} exists and was left as it is.\n`);
  } finally {
    progress.end();
    await database.close();
  }
  return 0;
}

function requireSite({ sites }: BackupManifest, site: string): number {
  const found = findSiteByFolderOrId(sites, site);
  if (found) return found.id;
  const names = sites.map(({ id, folder }) => folder ?? id).join(', ');
  throw new OperatorError(`The backup has no site "${site}". It has: ${names}.`, { exitCode: 66 });
}

await runCommandLine({ backup: runDbBackup, restore: runDbRestore, check: runDbBackupCheck }, { help, usage });
