import { OperatorError } from '#server/operator-error.ts';

/** Takes the arguments after its name and returns the exit code. */
export type Command = (args: string[]) => Promise<number>;

/** Runs the command that the process's arguments name, and prints errors that the operator can correct without a stack. */
export async function runCommands(commands: Readonly<Record<string, Command>>, help: string): Promise<void> {
  try {
    process.exitCode = await runCommand(commands, help, process.argv.slice(2));
  } catch (error) {
    if (!isOperatorError(error)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = error instanceof OperatorError ? error.exitCode : 64;
  }
}

async function runCommand(
  commands: Readonly<Record<string, Command>>,
  help: string,
  [name = '--help', ...args]: string[],
): Promise<number> {
  if (name === '--help' || name === '-h' || name === 'help' || args.includes('--help')) {
    process.stdout.write(help);
    return 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new OperatorError(`There is no command "${name}".\n\n${help}`, { exitCode: 64 });
  return command(args);
}

/** Includes invalid command-line arguments. */
function isOperatorError(error: unknown): error is Error {
  const code = (error as { code?: string }).code ?? '';
  return error instanceof OperatorError || code.startsWith('ERR_PARSE_ARGS');
}
