import { runCommandLine } from './run-commands.ts';
import { runSiteInviteAdmin } from './site-admin.ts';
import { runCheckSitesCommand } from './site-check.ts';
import { runSiteExport } from './site-export.ts';
import { siteHelp, siteHelpByCommand } from './site-help.ts';
import { runImportSitesCommand } from './site-import.ts';
import { runSiteList } from './site-list.ts';
import { runSiteNew } from './site-new.ts';
import { runSiteRemove } from './site-remove.ts';
import { runSiteSchema } from './site-schema.ts';
import { runSiteStock } from './site-stock.ts';
import { runSiteSubscribers } from './site-subscribers.ts';

/** The commands of `npm run site`. Each returns the exit code of the process. */
const commands = {
  new: runSiteNew,
  check: runCheckSitesCommand,
  import: runImportSitesCommand,
  export: runSiteExport,
  list: runSiteList,
  remove: runSiteRemove,
  stock: runSiteStock,
  admin: runSiteInviteAdmin,
  subscribers: runSiteSubscribers,
  schema: runSiteSchema,
};

await runCommandLine(commands, { help: siteHelp, usage: siteHelpByCommand });
