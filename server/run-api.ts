import type { FastifyBaseLogger } from 'fastify';
import { ensureAdmins } from '#server/api/accounts/ensure-admin.ts';
import { buildApi } from '#server/api/api-app.ts';
import { createApiJobs } from '#server/api/api-jobs.ts';
import { subscribeToSiteChanges } from '#server/api/changes/subscribe-to-site-changes.ts';
import type { Db } from '#server/api/database/connect.ts';
import { countJobs } from '#server/api/jobs/job-metrics.ts';
import { startWorker } from '#server/api/jobs/start-worker.ts';
import { mailCounts } from '#server/api/mail/mail-counts.ts';
import { mailTransport } from '#server/api/mail/mail-transport.ts';
import { openDatabase } from '#server/api/open-database.ts';
import type { Config } from '#server/config.ts';
import type { Metrics } from '#server/http/metrics.ts';
import { listenAt } from '#server/listen-at.ts';

export interface RunningApi {
  /** Where it listens. */
  origin: string;
  db: Db;
  close(): Promise<void>;
}

export interface RunApiParts {
  logger: FastifyBaseLogger;
  metrics: Metrics;
}

/** Opens the database and runs the API and its jobs: at API_PORT when it is alone, else at a loopback port that the system picks. */
export async function runApi(config: Config, { logger, metrics }: RunApiParts): Promise<RunningApi> {
  const onError = (error: Error) => logger.error({ err: error }, 'the database');
  const database = await openDatabase(config, { tenant: 'server', onError });
  const closing: (() => Promise<unknown>)[] = [() => database.close()];
  const close = async () => {
    for (const step of closing.toReversed()) await step();
  };
  try {
    const changes = await subscribeToSiteChanges(database.connection, { onError });
    closing.push(() => changes.close());
    countJobs(metrics.registry, database.db);
    const transport = mailTransport(config);
    closing.push(async () => transport.close());
    const worker = await startWorker(database.connection, {
      ...createApiJobs({ logger, transport, counts: mailCounts(metrics.registry) }),
      logger,
      isAlone: config.databaseUrl === null,
    });
    closing.push(() => worker.close());
    const app = await buildApi(config, { db: database.db, changes, logger, metrics });
    closing.push(() => app.close());
    const isAlone = config.role === 'api';
    const origin = await listenAt(app, isAlone ? config.host : '127.0.0.1', isAlone ? config.apiPort : 0, 'API_PORT');
    closing.push(watchOverAdmins(config, database.db, logger));
    return { origin, db: database.db, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Beside the start, not before it: there may be thousands of sites. Answers what ends it. */
function watchOverAdmins({ admin }: Config, db: Db, logger: FastifyBaseLogger): () => Promise<void> {
  if (!admin) return async () => {};
  let isOver = false;
  const working = ensureAdmins(db, admin, () => isOver).catch((err: unknown) =>
    logger.error({ err }, 'not every site could be given its administrator'),
  );
  return () => {
    isOver = true;
    return working;
  };
}
