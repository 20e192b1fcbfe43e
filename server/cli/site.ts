import { OperatorError } from '#server/operator-error.ts';
import { siteCheck } from './site-check.ts';
import { siteImport } from './site-import.ts';
import { siteList } from './site-list.ts';
import { siteNew } from './site-new.ts';
import { siteSchema } from './site-schema.ts';

/** `npm run site -- <command>`. Each answers the exit code. */
const commands = { new: siteNew, check: siteCheck, import: siteImport, list: siteList, schema: siteSchema };

const help = `Estates, each a folder below sites/ (or SITES_DIR).

  npm run site -- new <name> [--id 42] [--host chateau-b.com] [--title "Château B"] [--lang fr_FR|en]
                              write a complete, working site
  npm run site -- check [<name> …]
                              validate all sites; names file, path and reason of each fault
  npm run site -- import <name> … | --all [--overwrite]
                              put the content of sites into the database, each whole or not at all;
                              what staff edited or deleted since is kept, unless --overwrite
  npm run site -- list        show all sites
  npm run site -- schema      write sites/site.schema.json, for editors
`;

async function run([name = '--help', ...args]: string[]): Promise<number> {
  if (name === '--help' || name === '-h' || name === 'help' || args.includes('--help')) {
    process.stdout.write(help);
    return 0;
  }
  if (!Object.hasOwn(commands, name))
    throw new OperatorError(`There is no command "${name}".\n\n${help}`, { exitCode: 64 });
  return commands[name as keyof typeof commands](args);
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  if (!isForOperator(error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error instanceof OperatorError ? error.exitCode : 64;
}

/** Wrong arguments are the caller's to put right, too. */
function isForOperator(error: unknown): error is Error {
  const code = (error as { code?: string }).code ?? '';
  return error instanceof OperatorError || code.startsWith('ERR_PARSE_ARGS');
}
