import { formatNameSuggestion } from './closest-name.ts';
import type { ServerProcessCommand } from './config.ts';
import { OperatorError } from './operator-error.ts';

const commands: Readonly<Record<string, ServerProcessCommand>> = { '--api': 'api', '--worker': 'worker' };

const help = `Starts Cuvée. All settings are environment variables or lines of the file .env; README.md lists them.

  npm start                     storefront, API and worker in one process; with API_URL the storefront alone
  npm run start:api             the API alone, for storefronts in other processes
  npm run start:worker          the worker alone, which sends mails and runs daily jobs; set WORKER=off for the API
  npm run dev                   everything with hot reloading
`;

/**
 * Parses the arguments of `npm start`.
 * @returns The command; null if the help was requested, which is then printed.
 * @throws OperatorError for an unknown option or more than one option.
 */
export function parseServerCommand(args: readonly string[]): ServerProcessCommand | null {
  if (args.some((arg) => arg === '--help' || arg === '-h')) {
    process.stdout.write(help);
    return null;
  }
  const unknown = args.find((arg) => !Object.hasOwn(commands, arg));
  if (unknown !== undefined) {
    const suggestion = formatNameSuggestion(unknown, [...Object.keys(commands), '--help']);
    const text = `There is no option "${unknown}".${suggestion} Settings are environment variables, such as PORT=4000.`;
    throw new OperatorError(`${text}\n\n${help}`, { exitCode: 64 });
  }
  if (args.length > 1) throw new OperatorError(`Choose one of ${args.join(' and ')}.`, { exitCode: 64 });
  return commands[args[0] ?? ''] ?? 'start';
}
