import type { FastifyBaseLogger } from 'fastify';
import type { TaskList } from 'graphile-worker';
import type { Db } from '#server/api/database/connect.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { runWithStatementOrigin } from '#server/api/database/slow-statements.ts';
import { serializeError } from '#server/http/logger.ts';
import {
  type DailySiteTasks,
  everySiteTaskName,
  queueJobForDueSites,
  toDailyJobName,
  toHourlyJobName,
} from './recurring-jobs.ts';

/** A job failure whose message contains no personal data, so that the message may be stored and logged unchanged. */
export class LoggableJobError extends Error {
  override name = 'LoggableJobError';
}

export interface Job {
  db: Db;
  siteId: number;
  payload: Readonly<Record<string, unknown>>;
  /** Aborts if the job still runs some seconds after its worker was told to stop. */
  signal: AbortSignal;
}

export type JobTask = (job: Job) => Promise<unknown>;

export interface JobDefinitions {
  /** Jobs that `queueJob` and `queueSingleJob` queue, by name. */
  tasks?: Readonly<Record<string, JobTask>>;
  daily?: DailySiteTasks;
  /** Jobs that run once an hour for every site. Unlike daily jobs, they open their transactions themselves. */
  hourly?: Readonly<Record<string, JobTask>>;
  /**
   * SQL conditions under which a daily or hourly task has something to do at a site, by the name of the task. A task without
   * one runs for every site.
   */
  due?: Readonly<Record<string, string>>;
}

export interface JobRunnerOptions extends JobDefinitions {
  logger: FastifyBaseLogger;
}

export function createTaskList(db: Db, { tasks = {}, daily = {}, hourly = {}, due = {} }: JobDefinitions): TaskList {
  const list: TaskList = {
    [everySiteTaskName]: withoutRowValues((payload) => {
      const job = jobOf(toPayload(payload));
      const task = `${everySiteTaskName} ${job}`;
      return runWithStatementOrigin(
        () => ({ task, site: undefined }),
        () => queueJobForDueSites(db, job, due[job.slice(job.indexOf(':') + 1)]),
      );
    }),
  };
  const addTask = (name: string, task: JobTask) => {
    list[name] = withoutRowValues((rawPayload, { abortSignal: signal }) => {
      const payload = toPayload(rawPayload);
      const siteId = readIdFromPayload(payload, 'site');
      return runWithStatementOrigin(
        () => ({ task: name, site: siteId }),
        () => task({ db, siteId, payload, signal }),
      );
    });
  };
  for (const [name, work] of Object.entries(daily))
    addTask(toDailyJobName(name), (job) => withSiteTransaction(db, job.siteId, work));
  const named = [
    ...Object.entries(tasks),
    ...Object.entries(hourly).map(([name, task]) => [toHourlyJobName(name), task] as const),
  ];
  for (const [name, task] of named) addTask(name, task);
  return list;
}

/** Returns the job's name from its payload. Jobs that earlier releases have queued name a daily task instead. */
const jobOf = ({ job, name }: Record<string, unknown>): string => String(job ?? toDailyJobName(String(name)));

type RunTask = (payload: unknown, helpers: { abortSignal: AbortSignal }) => Promise<unknown>;

/**
 * Replaces the error of a failed job, because graphile-worker stores and logs its message, which may contain personal
 * data from the failed statement.
 */
const withoutRowValues =
  (run: RunTask) =>
  async (payload: unknown, helpers: { abortSignal: AbortSignal }): Promise<void> => {
    try {
      await run(payload, helpers);
    } catch (cause) {
      if (cause instanceof LoggableJobError) throw cause;
      throw new Error(serializeError(cause).message, { cause });
    }
  };

const toPayload = (payload: unknown): Record<string, unknown> => (payload ?? {}) as Record<string, unknown>;

/**
 * Reads an id from the payload of a job.
 * @throws TypeError if the payload has no such id.
 */
export function readIdFromPayload(payload: Readonly<Record<string, unknown>>, key: string): number {
  const id = payload[key];
  if (!Number.isInteger(id)) throw new TypeError(`job payload without "${key}"`);
  return id as number;
}
