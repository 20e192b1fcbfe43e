import { EventEmitter } from 'node:events';
import type { WorkerEvents } from 'graphile-worker';
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
