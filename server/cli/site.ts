import { runCommandLine } from './command-line.ts';
import { runSiteInviteAdmin } from './site-admin.ts';
import { runSiteCheck } from './site-check.ts';
import { runSiteExport } from './site-export.ts';
import { siteHelp, siteHelpByCommand } from './site-help.ts';
import { runSiteImport } from './site-import.ts';
import { runSiteList } from './site-list.ts';
import { runSiteMigrateFiles } from './site-migrate-files.ts';
import { runSiteNew } from './site-new.ts';
import { runSiteRemove } from './site-remove.ts';
import { runSiteSchema } from './site-schema.ts';
import { runSiteStock } from './site-stock.ts';
import { runSiteSubscribersExport } from './site-subscribers.ts';

/** The commands of `npm run site`. Each returns the exit code of the process. */
const commands = {
  new: runSiteNew,
  check: runSiteCheck,
  import: runSiteImport,
  export: runSiteExport,
  list: runSiteList,
  remove: runSiteRemove,
  stock: runSiteStock,
  admin: runSiteInviteAdmin,
  subscribers: runSiteSubscribersExport,
  schema: runSiteSchema,
  'migrate-files': runSiteMigrateFiles,
};

await runCommandLine(commands, { help: siteHelp, usage: siteHelpByCommand });
