import type { FastifyBaseLogger } from 'fastify';
import { type DestinationStream, pino } from 'pino';

/**
 * Creates the logger of the process, which writes one JSON object per line. A process of a server with several names
 * itself, as its supervisor has called it. Of an error and its causes, only type,
 * message, code and stack are logged, because a database error also contains values of its row and logs must not
 * contain personal data.
 */
export function createLogger(level: string, destination?: DestinationStream): FastifyBaseLogger {
  const { CUVEE_PROCESS: name } = process.env;
  return pino(
    {
      level,
      base: { pid: process.pid, ...(name && { process: name }) },
      serializers: { err: serializeError, error: serializeError },
    },
    destination ?? pino.destination({ dest: 1, sync: false }),
  );
}

interface LoggedError {
  type: string;
  message: string;
  code?: string | undefined;
  stack?: string | undefined;
  cause?: LoggedError | undefined;
}

/**
 * Serialises an error for the log. The message of a failed query repeats its parameters, so the SQL statement is logged
 * instead.
 */
export function serializeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const query = 'query' in error && typeof error.query === 'string' ? error.query : null;
  const message = query === null ? error.message : `Failed query: ${query}`;
  return {
    type: error.name,
    message,
    code: 'code' in error && typeof error.code === 'string' ? error.code : undefined,
    stack: query === null ? error.stack : stackFrames(error),
    cause: error.cause instanceof Error ? serializeError(error.cause) : undefined,
  };
}

const stackFrames = (error: Error): string =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n');
