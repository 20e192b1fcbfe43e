import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { ensureAdmins, findOtherAdminPasswords } from '#server/api/accounts/ensure-admin.ts';
import { buildApi } from '#server/api/api-app.ts';
import { openSiteChangeFeed } from '#server/api/changes/open-site-change-feed.ts';
import type { Db } from '#server/api/database/connect.ts';
import { registerPoolMetrics } from '#server/api/database/pool-metrics.ts';
import { registerJobMetrics } from '#server/api/jobs/job-metrics.ts';
import type { ServerConfig } from '#server/config.ts';
import type { DescriptorPlan } from '#server/http/connection-limits.ts';
import type { DrainState } from '#server/http/drain-connections.ts';
import { listenAt } from '#server/listen-at.ts';
import { openServerDatabase, startJobs, type WorkerDependencies } from '#server/run-worker.ts';
import { ShutdownStack } from '#server/shutdown-stack.ts';

export interface RunningApi {
  app: FastifyInstance;
  origin: string;
  db: Db;
  close(): Promise<void>;
}

export interface RunApiDependencies extends WorkerDependencies {
  drain?: DrainState;
  descriptors?: DescriptorPlan;
}

/**
 * Opens the database and runs the API and, unless WORKER is off, the jobs. The API listens at API_PORT, or, together
 * with a storefront of the same server, at a loopback port that the system picks.
 */
export async function runApi(
  config: ServerConfig,
  { logger, metrics, drain, descriptors }: RunApiDependencies,
): Promise<RunningApi> {
  const pool = { purpose: 'api', poolSize: config.databasePoolSize } as const;
  const { database, onError, onSlowStatement } = await openServerDatabase(config, pool, { logger, metrics });
  const shutdown = new ShutdownStack();
  shutdown.add(() => database.close());
  try {
    const changes = await openSiteChangeFeed(database.connection, { onError });
    shutdown.add(() => changes.close());
    // The pool is read before the jobs, whose statement may wait for a connection itself.
    registerPoolMetrics(metrics, 'api', database.db);
    registerJobMetrics(metrics, database.db);
    if (config.hasWorker) {
      const jobs = await startJobs(config, database, { logger, metrics, onSlowStatement });
      shutdown.add(() => jobs.close());
    }
    const isAlone = config.role === 'api';
    const app = await buildApi(config, {
      db: database.db,
      changes,
      logger,
      metrics,
      ...(drain && { drain }),
      // The plan of a process with both applications counts the calls of its storefront.
      ...(isAlone && descriptors && { connectionLimits: descriptors.incoming }),
    });
    shutdown.add(() => app.close());
    // An API beside its storefronts is not for other machines.
    const host = config.hasLocalApi ? '127.0.0.1' : config.host;
    const origin = await listenAt(app, host, isAlone ? config.apiPort : 0, 'API_PORT');
    shutdown.add(ensureAdminsInBackground(config, database.db, logger));
    return { app, origin, db: database.db, close: () => shutdown.stop() };
  } catch (error) {
    await shutdown.stop();
    throw error;
  }
}

/**
 * Ensures that every site has its administrator account, in the background because there may be thousands of sites.
 * @returns A function that stops the background work.
 */
function ensureAdminsInBackground({ admin }: ServerConfig, db: Db, logger: FastifyBaseLogger): () => Promise<void> {
  if (!admin) return async () => {};
  let isStopped = false;
  const ensure = async () => {
    await ensureAdmins(db, admin, () => isStopped);
    const otherPassword = isStopped ? [] : await findOtherAdminPasswords(db, admin);
    if (otherPassword.length > 0)
      logger.warn(
        {
          code: 'admin_password_ignored',
          sites: otherPassword,
          hint: 'The administrator exists and keeps the present password.',
        },
        'ADMIN_PASSWORD ignored',
      );
  };
  const running = ensure().catch((err: unknown) =>
    logger.error({ code: 'administrators_not_ensured', err }, 'site administrators not ensured'),
  );
  return () => {
    isStopped = true;
    return running;
  };
}
