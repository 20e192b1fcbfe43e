import { runDbBackup } from './db-backup.ts';
import { runDbBackupCheck } from './db-backup-check.ts';
import { runDbRestore } from './db-restore.ts';
import { runCommandLine } from './run-commands.ts';

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

await runCommandLine({ backup: runDbBackup, restore: runDbRestore, check: runDbBackupCheck }, { help, usage });
