import { pino } from 'pino';
import { createLogger } from '#server/http/logger.ts';

/** The log is written synchronously, because the process may end before an asynchronous write. */
const createSyncLogger = (level: 'fatal' | 'error') => createLogger(level, pino.destination({ dest: 1, sync: true }));

/** Logs the error that ends the process as JSON, without the values that an error of the database contains. */
export const logUncaughtError = (error: unknown): void =>
  createSyncLogger('fatal').fatal({ code: 'uncaught_error', err: error }, 'uncaught error');

/** Logs that something could not be opened because the process or the machine has no file descriptor left. */
export const logDescriptorShortage = (error: unknown): void =>
  createSyncLogger('error').error({ code: 'descriptors_exhausted', err: error }, 'no file descriptor left');
