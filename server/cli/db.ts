import { dbBackup } from './db-backup.ts';
import { dbCheck } from './db-check.ts';
import { dbRestore } from './db-restore.ts';
import { runCommands } from './run-commands.ts';

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

await runCommands({ backup: dbBackup, restore: dbRestore, check: dbCheck }, { help, usage });
