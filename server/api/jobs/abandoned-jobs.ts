import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#server/api/database/connect.ts';
import type { EndedWorkerTracker } from './ended-workers.ts';
import { jobsSchemaName } from './prepare-jobs.ts';
import { buildIsWorkerAbsentSql, type WorkerPresenceLocks } from './worker-presence.ts';

/**
 * Workers that have locked a job for this many minutes lose their jobs even if they still seem to run.
 */
const maxJobMinutes = 10;
/**
 * Jobs of workers that no longer run are released this many seconds after they were locked at the earliest, so that a
 * worker that has just started can announce itself first.
 */
const announceSeconds = 30;
const defaultCheckIntervalMs = 10_000;

/**
 * Releases all jobs of the workers that have locked one of their jobs for at least `minutes`, so that other workers can
 * run them. graphile-worker itself would wait four hours.
 */
export async function releaseJobsOfStuckWorkers(db: Db, minutes: number): Promise<void> {
  await db.$client.query(
    `select ${jobsSchemaName}.force_unlock_workers(array_agg(distinct locked_by)) from ${jobsSchemaName}.jobs
      where locked_at <= now() - make_interval(mins => $1) having count(*) > 0`,
    [minutes],
  );
}

/**
 * Returns a function that releases the jobs of workers that were absent at both of its last two calls. A worker that
 * has just lost its database connection therefore has time to announce itself again.
 */
function createAbsentWorkerRelease(db: Db): () => Promise<void> {
  let absentBefore = new Set<string>();
  return async () => {
    const { rows } = await db.$client.query<{ worker: string }>(
      `select distinct j.locked_by as worker from ${jobsSchemaName}.jobs j
        where j.locked_at <= now() - make_interval(secs => $1) and ${buildIsWorkerAbsentSql('j.locked_by')}`,
      [announceSeconds],
    );
    const absent = rows.map(({ worker }) => worker);
    const gone = absent.filter((worker) => absentBefore.has(worker));
    absentBefore = new Set(absent);
    if (gone.length > 0) await db.$client.query(`select ${jobsSchemaName}.force_unlock_workers($1)`, [gone]);
  };
}

interface AbandonedJobReleaseOptions {
  signal: AbortSignal;
  ended: EndedWorkerTracker;
  presence: WorkerPresenceLocks;
  logger: FastifyBaseLogger;
  checkIntervalMs?: number | undefined;
}

/** Announces this process's workers and releases abandoned jobs, at intervals until `signal` aborts. */
export async function releaseAbandonedJobsUntilAborted(
  db: Db,
  { signal, ended, presence, logger, checkIntervalMs = defaultCheckIntervalMs }: AbandonedJobReleaseOptions,
): Promise<void> {
  const releaseJobsOfAbsentWorkers = createAbsentWorkerRelease(db);
  const release = async () => {
    await presence.announce(ended.runningIds());
    await Promise.all([releaseJobsOfStuckWorkers(db, maxJobMinutes), releaseJobsOfAbsentWorkers(), ended.release()]);
  };
  while (!signal.aborted) {
    await release().catch((err: unknown) =>
      logger.warn({ code: 'job_release_failed', err }, 'release of abandoned jobs failed'),
    );
    await sleep(checkIntervalMs, undefined, { signal, ref: false }).catch(() => {});
  }
}
