import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { Db } from '#server/api/database/connect.ts';
import { jobsSchemaName } from './prepare-jobs.ts';

const maxRemembered = 50;

export interface EndedWorkerTracker {
  /** An event emitter for graphile-worker's runner, which reports the ids of its workers through it. */
  events: WorkerEvents;
  /** The ids of the running workers. graphile-worker locks jobs under these ids. */
  runningIds(): readonly string[];
  /** Marks the current workers as ended. Call it after a runner has stopped. */
  markEnded(): void;
  /** Releases the jobs that ended workers have locked, so that other workers can run them. */
  release(): Promise<void>;
}

/**
 * Records which workers of this process stopped because they lost the database. A query that was in flight when a
 * worker stopped may still lock a job for that worker, so the jobs of ended workers are released repeatedly.
 */
export function createEndedWorkerTracker(db: Db): EndedWorkerTracker {
  const ended: string[] = [];
  let current: string[] = [];
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => current.push(workerPool.id));
  return {
    events,
    runningIds: () => current,
    markEnded() {
      for (const each of current) ended.push(each);
      ended.splice(0, Math.max(0, ended.length - maxRemembered));
      current = [];
    },
    async release() {
      if (ended.length > 0) await db.$client.query(`select ${jobsSchemaName}.force_unlock_workers($1)`, [ended]);
    },
  };
}

/** First key of the workers' advisory locks. The second key is a hash of the worker's id. */
const presenceLock = 7_302_405;

interface WorkerPresenceLocks {
  /** Acquires the advisory lock of each worker. Opens a new connection if the last one was lost. */
  announce(workerIds: readonly string[]): Promise<void>;
  close(): void;
}

/**
 * Announces the workers of this process with advisory locks. PostgreSQL releases the locks as soon as the connection
 * ends, so jobs of a killed process can be recognised at once. If a machine fails without closing its connections,
 * keepalive probes end them after 25 seconds.
 */
export function createWorkerPresenceLocks(db: Db): WorkerPresenceLocks {
  let client: pg.PoolClient | undefined;
  let announced = new Set<string>();
  let isClosed = false;
  const release = () => {
    const lost = client;
    client = undefined;
    announced = new Set();
    lost?.release(true);
  };
  return {
    async announce(workerIds) {
      if (isClosed) return;
      try {
        client ??= await openPresenceConnection(db, release);
        for (const id of workerIds.filter((each) => !announced.has(each))) {
          await client.query('select pg_advisory_lock_shared($1, hashtext($2))', [presenceLock, id]);
          announced.add(id);
        }
        // Sends a query at intervals, because otherwise the loss of the connection might go unnoticed.
        await client.query('select 1');
      } catch (error) {
        release();
        throw error;
      }
    },
    close() {
      isClosed = true;
      release();
    },
  };
}

async function openPresenceConnection(db: Db, onLost: () => void): Promise<pg.PoolClient> {
  const client = await db.$client.connect();
  client.once('error', onLost);
  await client.query('set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3');
  return client;
}

/** Returns the SQL condition that no process holds the presence lock of the worker whose id is in `column`. */
const buildIsWorkerAbsentSql = (column: string): string => `
  not exists (
    select from pg_locks l join pg_database d on d.oid = l.database
     where l.locktype = 'advisory' and l.granted and d.datname = current_database()
       and l.classid = ${presenceLock}::oid and l.objsubid = 2
       and l.objid = (hashtext(${column})::bigint & 4294967295)::oid)`;

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
