import { type ParseArgsConfig, parseArgs } from 'node:util';
import { formatNameSuggestion } from '#server/closest-name.ts';
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
