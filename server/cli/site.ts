import { runCommands } from './run-commands.ts';
import { siteCheck } from './site-check.ts';
import { siteImport } from './site-import.ts';
import { siteList } from './site-list.ts';
import { siteNew } from './site-new.ts';
import { siteRemove } from './site-remove.ts';
import { siteSchema } from './site-schema.ts';
import { siteStock } from './site-stock.ts';
import { help, usage } from './usage.ts';

/** The commands of `npm run site`. Each returns the exit code. */
const commands = {
  new: siteNew,
  check: siteCheck,
  import: siteImport,
  list: siteList,
  remove: siteRemove,
  stock: siteStock,
  schema: siteSchema,
};

await runCommands(commands, { help, usage });
