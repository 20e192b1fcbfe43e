import type { FastifyBaseLogger } from 'fastify';
import { ensureAdmins } from '#server/api/accounts/ensure-admin.ts';
import { buildApi } from '#server/api/api-app.ts';
import { createApiJobs } from '#server/api/api-jobs.ts';
import { subscribeToSiteChanges } from '#server/api/changes/subscribe-to-site-changes.ts';
import type { Db } from '#server/api/database/connect.ts';
import { countJobs } from '#server/api/jobs/job-metrics.ts';
import { startWorker } from '#server/api/jobs/start-worker.ts';
import { createMailCounts } from '#server/api/mail/mail-counts.ts';
import { createMailTransport } from '#server/api/mail/mail-transport.ts';
import { openDatabase } from '#server/api/open-database.ts';
import type { Config } from '#server/config.ts';
import type { Metrics } from '#server/http/metrics.ts';
import { listenAt } from '#server/listen-at.ts';

export interface RunningApi {
  origin: string;
  db: Db;
  close(): Promise<void>;
}

export interface RunApiDependencies {
  logger: FastifyBaseLogger;
  metrics: Metrics;
}

/**
 * Opens the database and runs the API and its jobs. Without a storefront in the same process the API listens at API_PORT,
 * otherwise at a loopback port that the system picks.
 */
export async function runApi(config: Config, { logger, metrics }: RunApiDependencies): Promise<RunningApi> {
  const onError = (error: Error) => logger.error({ err: error }, 'database error');
  const database = await openDatabase(config, { clientKind: 'server', onError });
  const closeSteps: (() => Promise<unknown>)[] = [() => database.close()];
  const close = async () => {
    for (const step of closeSteps.toReversed()) await step();
  };
  try {
    const changes = await subscribeToSiteChanges(database.connection, { onError });
    closeSteps.push(() => changes.close());
    countJobs(metrics.registry, database.db);
    const transport = createMailTransport(config);
    closeSteps.push(async () => transport.close());
    const worker = await startWorker(database.connection, {
      ...createApiJobs({ logger, transport, counts: createMailCounts(metrics.registry) }),
      logger,
      isAlone: config.databaseUrl === null,
    });
    closeSteps.push(() => worker.close());
    const app = await buildApi(config, { db: database.db, changes, logger, metrics });
    closeSteps.push(() => app.close());
    const isAlone = config.role === 'api';
    const origin = await listenAt(app, isAlone ? config.host : '127.0.0.1', isAlone ? config.apiPort : 0, 'API_PORT');
    closeSteps.push(ensureAdminsInBackground(config, database.db, logger));
    return { origin, db: database.db, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Runs in the background, because there may be thousands of sites. @returns A function that stops it. */
function ensureAdminsInBackground({ admin }: Config, db: Db, logger: FastifyBaseLogger): () => Promise<void> {
  if (!admin) return async () => {};
  let isStopped = false;
  const running = ensureAdmins(db, admin, () => isStopped).catch((err: unknown) =>
    logger.error({ err }, 'site administrators not ensured'),
  );
  return () => {
    isStopped = true;
    return running;
  };
}
