import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseCronItems, type Runner, type RunnerOptions, run, runOnce, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import { type Db, openPool } from '#server/api/database/connect.ts';
import { jobsSchema } from './prepare-jobs.ts';
import { timetable } from './recurring.ts';
import { allDaily, type TaskParts, taskList } from './task-list.ts';
import { workerLog } from './worker-log.ts';

export interface WorkerParts extends TaskParts {
  /** Whether no other server works on this database: then what a killed one had begun is taken up at once. */
  isAlone?: boolean;
  /** Milliseconds between looks at jobs whose time has come; new ones are heard of at once. */
  pollInterval?: number;
}

export interface Worker {
  /** Ends what runs, for some seconds at most, and takes up nothing more. */
  close(): Promise<void>;
}

const concurrency = 3;
/** Milliseconds that running jobs have to end in before they are told to, and that closing may take at all. */
const graceful = 4_000;
const patience = 9_000;
/** Between attempts to work again, in milliseconds. */
const firstPause = 200;
const longestPause = 10_000;
/** No job runs as long: one that was taken up before that belongs to a server that was killed. Minutes. */
const longestJob = 10;
/** How often we look for such jobs, in milliseconds. */
const lookEvery = 10_000;
/** Names of ended workers that are remembered. */
const mostEnded = 50;

const options = (db: Db, parts: WorkerParts) => ({
  pgPool: db.$client,
  schema: jobsSchema,
  noHandleSignals: true,
  logger: workerLog(parts.logger),
  // Without a delay, even one of 0, the worker does not wait until a job's end is written, and one that cannot be
  // written ends the process.
  preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
});

/**
 * Does the jobs of all sites until it is closed, on connections of its own. A database that goes away does not end it:
 * it starts anew, again and again, until the database is back. Several servers share the jobs.
 */
export async function startWorker(connection: pg.ClientConfig, parts: WorkerParts): Promise<Worker> {
  const { logger } = parts;
  // A mail is sent inside its transaction, which may have to wait for a mail server.
  const patient = { ...connection, idle_in_transaction_session_timeout: 300_000 };
  const db = openPool(patient, {
    poolSize: concurrency + 3,
    onError: (err) => logger.warn({ err }, 'a connection of the worker was lost'),
  });
  const closing = new AbortController();
  // Whatever a worker of ours could not end when it lost the database is there for the next one. One that has ended may
  // take up a last job with a query that it had under way: its name is kept, and looked for again.
  const ended: string[] = [];
  let current: string[] = [];
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => current.push(workerPool.id));
  const releaseEnded = async () => {
    if (ended.length > 0) await db.$client.query(`select ${jobsSchema}.force_unlock_workers($1)`, [ended]);
  };
  const begin = async (): Promise<Runner> => {
    ended.push(...current);
    ended.splice(0, Math.max(0, ended.length - mostEnded));
    current = [];
    await releaseEnded();
    return run({
      ...options(db, parts),
      events,
      concurrency,
      taskList: taskList(db, parts),
      parsedCronItems: parseCronItems(timetable(allDaily(parts))),
      pollInterval: parts.pollInterval ?? 2_000,
      gracefulShutdownAbortTimeout: graceful,
    } satisfies RunnerOptions);
  };

  if (parts.isAlone) await takeUpAbandoned(db, 0);
  let runner = await begin();
  const working = (async () => {
    for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
      const started = performance.now();
      await runner.promise.catch((err: unknown) => logger.warn({ err }, 'the worker stopped'));
      if (closing.signal.aborted) return;
      if (performance.now() - started > longestPause) pause = firstPause;
      const next = await again(begin, pause, closing.signal);
      if (!next) return;
      runner = next;
    }
  })();
  const looking = lookForAbandoned(db, { signal: closing.signal, releaseEnded }, parts);

  const stop = async () => {
    closing.abort();
    // One that has stopped by itself refuses to be stopped again.
    await runner.stop().catch(() => {});
    await Promise.all([working, looking]);
    await db.$client.end();
  };
  let stopping: Promise<void> | undefined;
  return {
    async close() {
      stopping ??= stop();
      await Promise.race([stopping, sleep(patience, undefined, { ref: false })]);
    },
  };
}

/** Does what is waiting and returns. Jobs whose time has not come stay. */
export async function workOnce(db: Db, parts: WorkerParts): Promise<void> {
  await runOnce({ ...options(db, parts), taskList: taskList(db, parts) });
}

async function again(begin: () => Promise<Runner>, firstWait: number, signal: AbortSignal): Promise<Runner | null> {
  for (let pause = firstWait; !signal.aborted; pause = Math.min(pause * 2, longestPause)) {
    await sleep(pause, undefined, { signal }).catch(() => {});
    if (signal.aborted) break;
    const runner = await begin().catch(() => null);
    if (!runner) continue;
    if (!signal.aborted) return runner;
    await runner.stop().catch(() => {});
  }
  return null;
}

interface Looking {
  signal: AbortSignal;
  releaseEnded: () => Promise<void>;
}

async function lookForAbandoned(db: Db, { signal, releaseEnded }: Looking, { logger }: WorkerParts): Promise<void> {
  while (!signal.aborted) {
    await sleep(lookEvery, undefined, { signal, ref: false }).catch(() => {});
    if (signal.aborted) return;
    await Promise.all([takeUpAbandoned(db, longestJob), releaseEnded()]).catch((err: unknown) =>
      logger.warn({ err }, 'abandoned jobs could not be looked for'),
    );
  }
}

/** The worker itself waits four hours before it believes that a job's server is gone. */
async function takeUpAbandoned(db: Db, minutes: number): Promise<void> {
  await db.$client.query(
    `select ${jobsSchema}.force_unlock_workers(array_agg(distinct locked_by)) from ${jobsSchema}.jobs
      where locked_at <= now() - make_interval(mins => $1) having count(*) > 0`,
    [minutes],
  );
}
