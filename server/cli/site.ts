import { suggestName } from '#server/closest-name.ts';
import { toOperatorError } from '#server/exit-with-error.ts';
import { OperatorError } from '#server/operator-error.ts';
import { siteCheck } from './site-check.ts';
import { siteImport } from './site-import.ts';
import { siteList } from './site-list.ts';
import { siteNew } from './site-new.ts';
import { siteSchema } from './site-schema.ts';
import { help, usage } from './usage.ts';

/** The commands of `npm run site`. Each returns the exit code. */
const commands = { new: siteNew, check: siteCheck, import: siteImport, list: siteList, schema: siteSchema };

const isHelp = (arg: string) => arg === '--help' || arg === '-h';

async function run([name = '--help', ...args]: string[]): Promise<number> {
  if (isHelp(name) || name === 'help' || args.some(isHelp)) {
    process.stdout.write(usage[name === 'help' ? (args[0] ?? '') : name] ?? help);
    return 0;
  }
  if (Object.hasOwn(commands, name)) return commands[name as keyof typeof commands](args);
  const suggestion = suggestName(name, Object.keys(commands));
  throw new OperatorError(`There is no command "${name}".${suggestion}\n\n${help}`, { exitCode: 64 });
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  const reported = toOperatorError(error);
  if (!isOperatorError(reported)) throw error;
  process.stderr.write(`${reported.message}\n`);
  process.exitCode = reported instanceof OperatorError ? reported.exitCode : 64;
}

/** Includes invalid command-line arguments. */
function isOperatorError(error: unknown): error is Error {
  const code = (error as { code?: string }).code ?? '';
  return error instanceof OperatorError || code.startsWith('ERR_PARSE_ARGS');
}
