import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#server/api/database/connect.ts';
import type { EndedWorkers } from './ended-workers.ts';
import { jobsSchema } from './prepare-jobs.ts';

/** Jobs that have been locked for longer belong to a server that was killed. */
const maxJobMinutes = 10;
const checkEveryMs = 10_000;

/** Releases jobs that have been locked for at least `minutes`; graphile-worker itself waits four hours. */
export async function releaseAbandonedJobs(db: Db, minutes: number): Promise<void> {
  await db.$client.query(
    `select ${jobsSchema}.force_unlock_workers(array_agg(distinct locked_by)) from ${jobsSchema}.jobs
      where locked_at <= now() - make_interval(mins => $1) having count(*) > 0`,
    [minutes],
  );
}

export interface ReleaseOptions {
  signal: AbortSignal;
  ended: EndedWorkers;
  logger: FastifyBaseLogger;
}

/** Releases abandoned jobs at intervals until `signal` aborts. */
export async function releaseAbandonedJobsPeriodically(
  db: Db,
  { signal, ended, logger }: ReleaseOptions,
): Promise<void> {
  while (!signal.aborted) {
    await sleep(checkEveryMs, undefined, { signal, ref: false }).catch(() => {});
    if (signal.aborted) return;
    await Promise.all([releaseAbandonedJobs(db, maxJobMinutes), ended.release()]).catch((err: unknown) =>
      logger.warn({ err }, 'release of abandoned jobs failed'),
    );
  }
}
