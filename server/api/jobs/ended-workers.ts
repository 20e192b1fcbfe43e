import { EventEmitter } from 'node:events';
import type { WorkerEvents } from 'graphile-worker';
import type { Db } from '#server/api/database/connect.ts';
import { jobsSchemaName } from './prepare-jobs.ts';

const maxRemembered = 50;

export interface EndedWorkerTracker {
  /** Pass it to the runner, which emits the ids of its workers. */
  events: WorkerEvents;
  /** The ids of the running workers, under which they lock jobs. */
  runningIds(): readonly string[];
  /** Call after a runner has stopped: its workers count as ended. */
  markEnded(): void;
  /** Releases the jobs that ended workers still hold. */
  release(): Promise<void>;
}

/**
 * Remembers the workers of this process that lost the database. One of them may still take a job with a query that was
 * in flight when it ended, so its jobs are released more than once.
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
      ended.push(...current);
      ended.splice(0, Math.max(0, ended.length - maxRemembered));
      current = [];
    },
    async release() {
      if (ended.length > 0) await db.$client.query(`select ${jobsSchemaName}.force_unlock_workers($1)`, [ended]);
    },
  };
}
