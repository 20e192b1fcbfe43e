import type { FastifyBaseLogger } from 'fastify';
import { Logger } from 'graphile-worker';
import { type DiskWatch, isDiskFull, logDiskFull } from '#server/http/disk-space.ts';
import { LoggableJobError } from './loggable-job-error.ts';

/**
 * Creates graphile-worker's logger, which writes to the log of the process. For a failed job it logs the error through
 * `serializeError`, because the message of graphile-worker may repeat values of the failed statement.
 */
export const createWorkerLogger = (log: FastifyBaseLogger, disk?: DiskWatch): Logger =>
  new Logger(() => (level, message, meta) => {
    const { job, error, failure } = (meta ?? {}) as {
      job?: { id: string; task_identifier: string; attempts: number; payload: { site?: number } };
      error?: unknown;
      failure?: boolean;
    };
    if (failure && job) {
      const { id, task_identifier: task, attempts, payload } = job;
      const why = error instanceof LoggableJobError ? { reason: error.message } : { err: error };
      if (disk) void disk.report(error);
      else if (isDiskFull(error)) logDiskFull(log, `${task} of the job worker`);
      log.warn({ code: 'job_failed', ...why, job: id, task, attempts, site: payload.site }, 'job failed');
    } else if (level === 'error' || level === 'warning') {
      const why = error ? { err: error } : { detail: message };
      log.warn({ code: 'job_worker_error', ...why }, 'job worker error');
    } else log.debug({ detail: message }, 'job worker event');
  });
