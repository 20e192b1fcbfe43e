import type { FastifyBaseLogger } from 'fastify';
import { createApiJobs } from '#server/api/api-jobs.ts';
import type { LockWait } from '#server/api/database/lock-wait.ts';
import { registerPoolMetrics } from '#server/api/database/pool-metrics.ts';
import { createSlowStatementLog, type ReportSlowStatement } from '#server/api/database/slow-statements.ts';
import { registerJobMetrics } from '#server/api/jobs/job-metrics.ts';
import { startJobWorker } from '#server/api/jobs/start-worker.ts';
import { createMailMetrics } from '#server/api/mail/mail-attempt-counter.ts';
import { createMailTransport } from '#server/api/mail/mail-transport.ts';
import { type OpenedDatabase, openDatabase } from '#server/api/open-database.ts';
import type { ServerConfig } from '#server/config.ts';
import type { ServerMetrics } from '#server/http/metrics.ts';
import { ShutdownStack } from '#server/shutdown-stack.ts';

export interface WorkerDependencies {
  logger: FastifyBaseLogger;
  metrics: ServerMetrics;
}

export interface JobDependencies extends WorkerDependencies {
  onSlowStatement: ReportSlowStatement;
}

/**
 * Runs the jobs of all sites, such as mails and daily tasks, on an open database.
 * @returns A function that stops the jobs.
 */
export async function startJobs(
  config: ServerConfig,
  database: OpenedDatabase,
  { logger, metrics, onSlowStatement }: JobDependencies,
): Promise<() => Promise<void>> {
  const transport = createMailTransport(config);
  const worker = await startJobWorker(database.connection, {
    ...createApiJobs({
      logger,
      transport,
      filesDir: config.filesDir,
      dataDir: config.dataDir,
      metrics: createMailMetrics(metrics),
      newsletterMailsPerSecond: config.newsletterMailsPerSecond,
    }),
    logger,
    onSlowStatement,
    isAlone: config.databaseUrl === null,
    concurrency: config.workerConcurrency,
  });
  registerPoolMetrics(metrics, 'jobs', worker.db);
  return async () => {
    await worker.close();
    transport.close();
  };
}

/** Size of the connection pool for migrations and metrics of a worker process. The jobs have a separate pool. */
const poolSize = 2;

/** Runs only the jobs. This needs DATABASE_URL, because the embedded database belongs to the process of the API. */
export async function runWorker(
  config: ServerConfig,
  { logger, metrics }: WorkerDependencies,
): Promise<{ close(): Promise<void> }> {
  const onError = (error: Error) => logger.error({ code: 'database_error', err: error }, 'database error');
  const onLockWait = (wait: LockWait) => logger.warn({ code: 'lock_wait', ...wait }, 'waiting for a database lock');
  const onSlowStatement = createSlowStatementLog(logger, metrics);
  const database = await openDatabase(config, {
    clientKind: 'server',
    purpose: 'worker',
    poolSize,
    onError,
    onLockWait,
    onSlowStatement,
  });
  const shutdown = new ShutdownStack();
  shutdown.add(() => database.close());
  try {
    registerPoolMetrics(metrics, 'worker', database.db);
    registerJobMetrics(metrics, database.db);
    shutdown.add(await startJobs(config, database, { logger, metrics, onSlowStatement }));
    return { close: () => shutdown.stop() };
  } catch (error) {
    await shutdown.stop();
    throw error;
  }
}
