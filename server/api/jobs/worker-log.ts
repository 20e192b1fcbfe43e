import type { FastifyBaseLogger } from 'fastify';
import { Logger } from 'graphile-worker';
import { DeliveryFault } from '#server/api/mail/delivery-fault.ts';

/**
 * The worker's own words, in the process's log. Of a job that failed it keeps which one and the error, as the log
 * writes errors: the worker's sentence would repeat values of the statement that failed.
 */
export const workerLog = (log: FastifyBaseLogger): Logger =>
  new Logger(() => (level, message, meta) => {
    const { job, error, failure } = (meta ?? {}) as {
      job?: { id: string; task_identifier: string; attempts: number; payload: { site?: number } };
      error?: unknown;
      failure?: boolean;
    };
    if (failure && job) {
      const { id, task_identifier: task, attempts, payload } = job;
      const why = error instanceof DeliveryFault ? { reason: error.message } : { err: error };
      log.warn({ ...why, job: id, task, attempts, site: payload.site }, 'a job failed and will be tried again');
    } else if (level === 'error' || level === 'warning') {
      log.warn({ err: error }, `jobs: ${error ? 'the worker is disturbed' : message}`);
    } else log.debug(`jobs: ${message}`);
  });
