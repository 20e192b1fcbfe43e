import { formatNameSuggestion } from '#server/closest-name.ts';
import { systemErrorToOperatorError } from '#server/exit-with-error.ts';
import { OperatorError } from '#server/operator-error.ts';

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
