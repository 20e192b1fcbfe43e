import type { FastifyBaseLogger } from 'fastify';
import { type DestinationStream, pino } from 'pino';

/**
 * The process's log: one JSON object a line. Of an error it keeps kind, message, code and stack, and nothing else:
 * a database error carries values of the row that it is about, and logs hold no personal data.
 */
export function createLogger(level: string, destination?: DestinationStream): FastifyBaseLogger {
  return pino(
    { level, base: { pid: process.pid }, serializers: { err: serializeError, error: serializeError } },
    destination ?? pino.destination({ dest: 1, sync: false }),
  );
}

export interface LoggedError {
  type: string;
  message: string;
  code?: string | undefined;
  stack?: string | undefined;
  cause?: LoggedError | undefined;
}

/** A failed query's own message repeats its parameters; the statement alone says enough. */
export function serializeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const query = 'query' in error && typeof error.query === 'string' ? error.query : null;
  const message = query === null ? error.message : `Failed query: ${query}`;
  return {
    type: error.name,
    message,
    code: 'code' in error && typeof error.code === 'string' ? error.code : undefined,
    stack: query === null ? error.stack : framesOf(error),
    cause: error.cause instanceof Error ? serializeError(error.cause) : undefined,
  };
}

const framesOf = (error: Error): string =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n');
