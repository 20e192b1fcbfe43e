import { resolve } from 'node:path';
import { readBackupManifest } from '#server/backup/backup-manifest.ts';
import { findBackupIssues } from '#server/backup/check-backup.ts';
import { OperatorError } from '#server/operator-error.ts';
import { parseCommandArguments } from './parse-command-arguments.ts';

/**
 * Runs the command `check <folder>`, which verifies a backup.
 * @returns The exit code, which is 1 if the backup is damaged.
 */
export async function runDbBackupCheck(args: string[]): Promise<number> {
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
