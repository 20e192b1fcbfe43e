import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { Logger, parseCronItems, type Runner, type RunnerOptions, run, runOnce } from 'graphile-worker';
import type pg from 'pg';
import { createDatabasePool, type Db } from '#server/api/database/connect.ts';
import type { ReportSlowStatement } from '#server/api/database/slow-statements.ts';
import { type DiskWatch, isDiskFull, logDiskFull } from '#server/http/disk-space.ts';
import {
  createEndedWorkerTracker,
  createWorkerPresenceLocks,
  type EndedWorkerTracker,
  releaseAbandonedJobsUntilAborted,
  releaseJobsOfStuckWorkers,
} from './abandoned-jobs.ts';
import { jobsSchemaName } from './prepare-jobs.ts';
import { createCronItems } from './recurring-jobs.ts';
import { createTaskList, type JobRunnerOptions, LoggableJobError } from './task-list.ts';

export interface WorkerOptions extends JobRunnerOptions {
  /** True if no other server uses this database. Jobs that a killed server had started can then be released at once. */
  isAlone?: boolean;
  /**
   * Interval in milliseconds at which the worker looks for jobs that have become due. New jobs are notified at once.
   */
  pollIntervalMs?: number;
  concurrency?: number;
  /** Interval in milliseconds at which jobs of workers that no longer run are released. */
  abandonedCheckIntervalMs?: number;
  onSlowStatement?: ReportSlowStatement | undefined;
  /** Names a full disk in the log; by default each failed job does. */
  disk?: DiskWatch | undefined;
}

export interface JobWorker {
  db: Db;
  /** False while the jobs are stopped, because the database is not available. */
  isRunning(): boolean;
  /** Stops starting jobs, and waits some seconds for the running ones. */
  close(): Promise<void>;
}

/** Maximum number of jobs that a worker runs at a time by default. */
const defaultWorkerConcurrency = 3;
/**
 * On shutdown, running jobs are aborted after this time in milliseconds, so that closing takes no longer than
 * `shutdownTimeoutMs`.
 */
const abortTimeoutMs = 4_000;
const shutdownTimeoutMs = 9_000;
/**
 * Maximum time in milliseconds for which a job's transaction may be idle. It is long, because a mail is sent inside its
 * transaction and the mail server may be slow.
 */
const idleInTransactionMs = 300_000;

const runnerOptions = (db: Db, options: WorkerOptions) => ({
  pgPool: db.$client,
  schema: jobsSchemaName,
  noHandleSignals: true,
  logger: createWorkerLogger(options.logger, options.disk),
  // The batch delay must be set, even to 0: without one, graphile-worker does not wait until the result of a job is
  // stored, and a failure to store it ends the process.
  preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
});

/** Delays between attempts to restart graphile-worker's runner, in milliseconds. */
const minPauseMs = 200;
const maxPauseMs = 10_000;

interface SupervisedRunnerOptions {
  /** Aborted on shutdown, before `stop` is called. */
  signal: AbortSignal;
  logger: FastifyBaseLogger;
}

interface SupervisedRunner {
  /** False while the runner has ended and no new one could be started. */
  isRunning(): boolean;
  stop(): Promise<void>;
}

/** Starts graphile-worker's runner, and a new one whenever it ends, as it does when the database is unavailable. */
export async function startSupervisedRunner(
  start: () => Promise<Runner>,
  { signal, logger }: SupervisedRunnerOptions,
): Promise<SupervisedRunner> {
  let runner = await start();
  let isRunning = true;
  const running = (async () => {
    for (let pause = minPauseMs; ; pause = Math.min(pause * 2, maxPauseMs)) {
      const startedAt = performance.now();
      await runner.promise.catch((err: unknown) =>
        logger.warn({ code: 'job_worker_stopped', err }, 'job worker stopped'),
      );
      isRunning = false;
      if (signal.aborted) return;
      if (performance.now() - startedAt > maxPauseMs) pause = minPauseMs;
      const next = await startAgain(start, pause, signal);
      if (!next) return;
      runner = next;
      isRunning = true;
    }
  })();
  return {
    isRunning: () => isRunning,
    async stop() {
      await stopRunner(runner);
      await running;
    },
  };
}

async function startAgain(
  start: () => Promise<Runner>,
  firstPause: number,
  signal: AbortSignal,
): Promise<Runner | null> {
  for (let pause = firstPause; !signal.aborted; pause = Math.min(pause * 2, maxPauseMs)) {
    await sleep(pause, undefined, { signal }).catch(() => {});
    if (signal.aborted) break;
    // The database is still unavailable. Only the first failure is logged.
    const runner = await start().catch(() => null);
    if (!runner) continue;
    if (!signal.aborted) return runner;
    await stopRunner(runner);
  }
  return null;
}

/** `stop` rejects if the runner has already ended by itself, so its error is ignored. */
const stopRunner = (runner: Runner): Promise<void> => runner.stop().catch(() => {});

/**
 * Runs the jobs of all sites on a separate connection pool until it is closed, and restarts after the database was
 * unavailable. Several servers share the jobs.
 */
export async function startJobWorker(connection: pg.ClientConfig, options: WorkerOptions): Promise<JobWorker> {
  const { logger, concurrency = defaultWorkerConcurrency } = options;
  const db = createDatabasePool(connection, {
    idleInTransactionMs,
    purpose: 'jobs',
    onSlowStatement: options.onSlowStatement,
    // The additional connections listen for new jobs, run the schedule, announce this process and release abandoned
    // jobs.
    poolSize: concurrency + 4,
    onError: (err) =>
      logger.warn({ code: 'job_worker_connection_lost', err }, 'database connection of the job worker lost'),
  });
  const closing = new AbortController();
  const { signal } = closing;
  const ended = createEndedWorkerTracker(db);
  if (options.isAlone) await releaseJobsOfStuckWorkers(db, 0);
  const running = await startSupervisedRunner(() => startRunner(db, options, ended), { signal, logger });
  const presence = createWorkerPresenceLocks(db);
  const checkIntervalMs = options.abandonedCheckIntervalMs;
  const releasing = releaseAbandonedJobsUntilAborted(db, { signal, ended, presence, logger, checkIntervalMs });

  const stop = async () => {
    closing.abort();
    await Promise.all([running.stop(), releasing]);
    presence.close();
    await db.$client.end();
  };
  let stopping: Promise<void> | undefined;
  return {
    db,
    isRunning: running.isRunning,
    async close() {
      stopping ??= stop();
      await Promise.race([stopping, sleep(shutdownTimeoutMs, undefined, { ref: false })]);
    },
  };
}

async function startRunner(db: Db, options: WorkerOptions, ended: EndedWorkerTracker): Promise<Runner> {
  ended.markEnded();
  await ended.release();
  return run({
    ...runnerOptions(db, options),
    events: ended.events,
    concurrency: options.concurrency ?? defaultWorkerConcurrency,
    taskList: createTaskList(db, options),
    parsedCronItems: parseCronItems(createCronItems(options)),
    pollInterval: options.pollIntervalMs ?? 2_000,
    gracefulShutdownAbortTimeout: abortTimeoutMs,
  } satisfies RunnerOptions);
}

/** Runs all jobs that are due, then returns. Only tests use it. */
export async function runDueJobs(db: Db, options: WorkerOptions): Promise<void> {
  await runOnce({ ...runnerOptions(db, options), taskList: createTaskList(db, options) });
}

/**
 * Creates graphile-worker's logger, which writes to the log of the process. For a failed job it logs the error through
 * `serializeError`, because the message of graphile-worker may repeat values of the failed statement.
 */
const createWorkerLogger = (log: FastifyBaseLogger, disk?: DiskWatch): Logger =>
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
