import type { FastifyBaseLogger } from 'fastify';
import { createApiJobs } from '#server/api/api-jobs.ts';
import { openSiteChangeFeed } from '#server/api/changes/open-site-change-feed.ts';
import type { LockWait } from '#server/api/database/lock-wait.ts';
import { registerPoolMetrics } from '#server/api/database/pool-metrics.ts';
import { createSchemaCheck } from '#server/api/database/schema-check.ts';
import { createSlowStatementLog, type ReportSlowStatement } from '#server/api/database/slow-statements.ts';
import { registerJobMetrics } from '#server/api/jobs/job-metrics.ts';
import { type JobWorker, startJobWorker } from '#server/api/jobs/start-worker.ts';
import { createMailMetrics } from '#server/api/mail/mail-jobs.ts';
import { createMailTransport } from '#server/api/mail/mail-transport.ts';
import { type OpenedDatabase, openDatabase } from '#server/api/open-database.ts';
import { createReadinessCheck, writeTemporaryTable } from '#server/api/readiness-check.ts';
import type { ServerConfig } from '#server/config.ts';
import { createDiskWatch, type DiskWatch } from '#server/http/disk-space.ts';
import type { FindUnreadyReason } from '#server/http/health.ts';
import type { ServerMetrics } from '#server/http/metrics.ts';
import { ShutdownStack } from '#server/shutdown-stack.ts';

export interface WorkerDependencies {
  logger: FastifyBaseLogger;
  metrics: ServerMetrics;
}

export interface JobDependencies extends WorkerDependencies {
  onSlowStatement: ReportSlowStatement;
  disk?: DiskWatch;
}

/** Opens the database of a server process, which logs its errors, long waits and slow statements. */
export async function openServerDatabase(
  config: ServerConfig,
  { purpose, poolSize }: { purpose: 'api' | 'worker'; poolSize: number },
  { logger, metrics }: WorkerDependencies,
) {
  const onError = (error: Error) => logger.error({ code: 'database_error', err: error }, 'database error');
  const onLockWait = (wait: LockWait) => logger.warn({ code: 'lock_wait', ...wait }, 'waiting for a database lock');
  const onSlowStatement = createSlowStatementLog(logger, metrics);
  const options = { clientKind: 'server', purpose, poolSize, onError, onLockWait, onSlowStatement } as const;
  return { database: await openDatabase(config, options), onError, onSlowStatement };
}

/** Runs the jobs of all sites, such as mails and daily tasks, on an open database. */
export async function startJobs(
  config: ServerConfig,
  database: OpenedDatabase,
  { logger, metrics, onSlowStatement, disk }: JobDependencies,
): Promise<Pick<JobWorker, 'isRunning' | 'close'>> {
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
    disk,
    isAlone: config.hasEmbeddedDatabase,
    concurrency: config.workerConcurrency,
  });
  registerPoolMetrics(metrics, 'jobs', worker.db);
  return {
    isRunning: worker.isRunning,
    async close() {
      await worker.close();
      transport.close();
    },
  };
}

/** Size of the connection pool for migrations, metrics and health checks of a worker process. The jobs have a separate pool. */
const poolSize = 2;

export interface RunningWorker {
  /** Returns the reason for which the process cannot run jobs; empty if it can. */
  findReason: FindUnreadyReason;
  close(): Promise<void>;
}

/** Runs only the jobs. This needs DATABASE_URL, because the embedded database belongs to the process of the API. */
export async function runWorker(config: ServerConfig, { logger, metrics }: WorkerDependencies): Promise<RunningWorker> {
  const opened = await openServerDatabase(config, { purpose: 'worker', poolSize }, { logger, metrics });
  const { database, onError, onSlowStatement } = opened;
  const shutdown = new ShutdownStack();
  shutdown.add(() => database.close());
  try {
    const changes = await openSiteChangeFeed(database.connection, { onError });
    shutdown.add(() => changes.close());
    registerPoolMetrics(metrics, 'worker', database.db);
    registerJobMetrics(metrics, database.db);
    const disk = createDiskWatch({
      // Mails are written to a folder only without a mail server.
      folders: config.smtpUrl === null ? { DATA_DIR: config.dataDir } : {},
      writeToDatabase: () => writeTemporaryTable(database.db),
      log: logger,
    });
    const jobs = await startJobs(config, database, { logger, metrics, onSlowStatement, disk });
    shutdown.add(() => jobs.close());
    const schema = createSchemaCheck(database.db.$client);
    changes.subscribeToSchema(schema.expire);
    const findReason = createReadinessCheck({
      db: database.db,
      filesDir: config.filesDir,
      disk,
      findSchemaDrift: schema.findDrift,
      report: (reason) => logger.warn({ code: 'worker_not_ready', reason }, 'worker not ready'),
    });
    return {
      findReason: async () => (await findReason()) || (jobs.isRunning() ? '' : 'job worker stopped'),
      close: () => shutdown.stop(),
    };
  } catch (error) {
    await shutdown.stop();
    throw error;
  }
}
