import { runCommands } from './run-commands.ts';
import { siteCheck } from './site-check.ts';
import { siteImport } from './site-import.ts';
import { siteList } from './site-list.ts';
import { siteNew } from './site-new.ts';
import { siteRemove } from './site-remove.ts';
import { siteSchema } from './site-schema.ts';

/** The commands of `npm run site`. Each returns the exit code. */
const commands = {
  new: siteNew,
  check: siteCheck,
  import: siteImport,
  list: siteList,
  remove: siteRemove,
  schema: siteSchema,
};

const help = `Manages the sites, which are folders below sites/ (or SITES_DIR).

  npm run site -- new <name> [--id 42] [--host chateau-b.com] [--title "Château B"] [--lang fr_FR|en]
                              create a complete, working site
  npm run site -- check [<name> …]
                              validate all or some sites; prints file, path and reason of each issue
  npm run site -- import <name> … | --all [--overwrite]
                              import the content of sites into the database, each in one transaction;
                              later changes by staff are kept unless --overwrite
  npm run site -- list        list all sites
  npm run site -- remove <name> [--purge [--to <folder>]]
                              take a site offline; with --purge, export and erase its data after a confirmation
  npm run site -- schema      write sites/site.schema.json, for editors
`;

await runCommands(commands, help);
