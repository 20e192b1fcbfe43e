import { pino } from 'pino';
import { createLogger } from '#server/http/logger.ts';

/**
 * Logs the error that ends the process as JSON, without the values that an error of the database contains. The line is
 * written synchronously, because the process may end before an asynchronous write.
 */
export function logUncaughtError(error: unknown): void {
  const destination = pino.destination({ dest: 1, sync: true });
  createLogger('fatal', destination).fatal({ code: 'uncaught_error', err: error }, 'uncaught error');
}
