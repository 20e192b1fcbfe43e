import { type ParseArgsConfig, parseArgs } from 'node:util';
import { formatNameSuggestion } from '#server/closest-name.ts';
import { systemErrorToOperatorError } from '#server/exit-with-error.ts';
import { OperatorError } from '#server/operator-error.ts';

const usageError = (message: string, cause: unknown) => new OperatorError(message, { exitCode: 64, cause });

/** Parses arguments with Node's `parseArgs`. @throws OperatorError for invalid arguments, such as an unknown option. */
export function parseCommandArguments<const C extends ParseArgsConfig>(config: C): ReturnType<typeof parseArgs<C>> {
  try {
    return parseArgs(config);
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    if (!code?.startsWith('ERR_PARSE_ARGS')) throw error;
    const unknown = /^Unknown option '(-[^' ]+)/.exec(message)?.[1];
    if (!unknown) throw usageError(message, error);
    const known = [...Object.keys(config.options ?? {}), 'help'].map((name) => `--${name}`);
    throw usageError(`There is no option "${unknown}".${formatNameSuggestion(unknown, known)}`, error);
  }
}

export const printJson = (result: unknown): void => void process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);

/** Formats rows as a table with aligned columns. The first row is the header. */
export function formatTable(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return rows.map((row) => `${line(row).trimEnd()}\n`).join('');
}

/** Shows how many sites are done, in one line of a terminal. Without a terminal it shows nothing. */
export function createSiteCountProgress(action: string) {
  const { stdout } = process;
  return {
    show: (done: number, total: number) => void (stdout.isTTY && stdout.write(`\r\u001b[K${action} ${done}/${total}`)),
    end: () => void (stdout.isTTY && stdout.write('\r\u001b[K')),
  };
}

/** A command. It gets the arguments after its name and returns the exit code of the process. */
type CommandHandler = (args: string[]) => Promise<number>;

interface CommandHelpTexts {
  help: string;
  usage: Readonly<Record<string, string>>;
}

/** Errors that the operator can correct are printed without a stack. */
export async function runCommandLine(
  commands: Readonly<Record<string, CommandHandler>>,
  texts: CommandHelpTexts,
): Promise<void> {
  try {
    process.exitCode = await runCommand(commands, texts, process.argv.slice(2));
  } catch (error) {
    const reported = systemErrorToOperatorError(error);
    if (!isOperatorError(reported)) throw error;
    process.stderr.write(`${reported.message}\n`);
    process.exitCode = reported instanceof OperatorError ? reported.exitCode : 64;
  }
}

const isHelp = (arg: string) => arg === '--help' || arg === '-h';

async function runCommand(
  commands: Readonly<Record<string, CommandHandler>>,
  { help, usage }: CommandHelpTexts,
  [name = '--help', ...args]: string[],
): Promise<number> {
  if (isHelp(name) || name === 'help' || args.some(isHelp)) {
    process.stdout.write(usage[name === 'help' ? (args[0] ?? '') : name] ?? help);
    return 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command) return command(args);
  const suggestion = formatNameSuggestion(name, Object.keys(commands));
  throw new OperatorError(`There is no command "${name}".${suggestion}\n\n${help}`, { exitCode: 64 });
}

/** Checks whether the operator can correct an error. That includes invalid command-line arguments. */
function isOperatorError(error: unknown): error is Error {
  const code = (error as { code?: string }).code ?? '';
  return error instanceof OperatorError || code.startsWith('ERR_PARSE_ARGS');
}
