import { languages } from '#shared/languages.ts';

/** The help text of each command of `npm run site`, by command name. */
export const siteHelpByCommand: Readonly<Record<string, string>> = {
  new: `  npm run site -- new <name> [--id 42] [--host chateau-b.com] [--title "Château B"] [--lang ${languages.join('|')}] [--open]
                              create a complete, working site that says "opening soon";
                              --open: it sells at once
`,
  check: `  npm run site -- check [<name> …] [--errors] [--json]
                              validate all or some sites; prints file, path and reason of each issue, and warnings;
                              --errors: only what prevents an import
`,
  import: `  npm run site -- import <name> … | --all [--overwrite] [--dry-run] [--json]
                              import the content of sites into the database, each in one transaction;
                              later changes by staff are kept unless --overwrite;
                              --all goes on after a site that fails; --dry-run changes nothing
`,
  export: `  npm run site -- export <name|id> --to <folder>
                              write content and media from the database to a new folder that imports to the same;
                              secrets of external applications are left out
`,
  list: `  npm run site -- list [--json]
                              list all sites
`,
  remove: `  npm run site -- remove <name|id> [--purge [--to <folder>] [--accept-missing-files]]
                              take a site offline and keep its data;
                              --purge: back up and then erase its data after a confirmation;
                              --to: folder of that backup, which db -- restore reads;
                              --accept-missing-files: also if files are lost that the backup should contain
`,
  stock: `  npm run site -- stock <name|id> [--variant <id|reference> --add <n> | --set <n> | --count <n> [--reason <text>]]
                              list the stock, or change that of one variant and record why;
                              --add=-6 removes; --count: bottles in the cellar, including those of open orders;
                              --set and --count replace the stored figure, whatever it has become meanwhile
`,
  admin: `  npm run site -- admin <name|id> --email <address> [--role SUPER_ADMIN|ADMIN]
                              print a link, valid once within seven days, that makes its reader an administrator
`,
  subscribers: `  npm run site -- subscribers <name|id> [--list <id>]
                              print the subscribers of all newsletters or of one as CSV
`,
  schema: `  npm run site -- schema      write sites/site.schema.json, for editors
`,
  'migrate-files': `  npm run site -- migrate-files [<name> …]
                              give fields in the files of all or some sites the names of this version
`,
};

export const siteHelp = `Manages the sites, which are folders below sites/ (or SITES_DIR).

${Object.values(siteHelpByCommand).join('')}
  npm run site -- <command> --help prints the help of one command.
`;
