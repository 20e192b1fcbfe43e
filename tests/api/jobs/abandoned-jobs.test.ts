import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { startJobWorker, type WorkerOptions } from '#server/api/jobs/start-worker.ts';
import { createLogger } from '#server/http/logger.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';

let database: TestDatabase;
const cleanups: (() => unknown)[] = [];
const waitOptions = { timeout: 60_000, interval: 50 };
vi.setConfig({ testTimeout: 90_000 });

beforeAll(async () => {
  database = await openTestDatabase();
  await insertSite(database.db, 40);
});
beforeEach(() => database.db.$client.query('delete from graphile_worker._private_jobs'));
afterAll(async () => {
  for (const close of cleanups) await close();
});

async function startTestWorker(tasks: WorkerOptions['tasks']) {
  const logger = createLogger('silent');
  const options = { logger, pollIntervalMs: 100, abandonedCheckIntervalMs: 200, tasks: tasks ?? {} };
  const worker = await startJobWorker(database.connection, options);
  cleanups.push(() => worker.close());
  return worker;
}
const queue = (task: string) =>
  withSiteTransaction(database.db, 40, (tx) => tx.execute(sql`select queue_job(${task}, '{}')`));
const setLock = (by: string, age: string) =>
  database.db.$client.query(
    `update graphile_worker._private_jobs set locked_by = $1, locked_at = now() - $2::interval`,
    [by, age],
  );

describe('a job of a worker whose process is gone', () => {
  test('runs within a minute on another server', async () => {
    await queue('mail');
    await setLock('a killed worker', '31 seconds');
    const run = vi.fn(async () => {});
    await startTestWorker({ mail: run });
    await vi.waitFor(() => expect(run).toHaveBeenCalledOnce(), waitOptions);
  });

  test('is not taken over while a new worker may not have announced itself', async () => {
    await queue('fresh');
    await setLock('a new worker', '5 seconds');
    const run = vi.fn(async () => {});
    await startTestWorker({ fresh: run });
    await sleep(1_000);
    expect(run).not.toHaveBeenCalled();
  });
});

test('a long job of a worker that is present is not taken over', async () => {
  const started = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const run = vi.fn(async () => {
    started.resolve();
    await finish.promise;
  });
  await startTestWorker({ long: run });
  const idle = vi.fn(async () => {});
  await queue('long');
  await started.promise;
  await startTestWorker({ long: idle });
  await database.db.$client.query(`update graphile_worker._private_jobs set locked_at = now() - interval '5 minutes'`);
  await sleep(1_000);
  finish.resolve();
  expect([run.mock.calls.length, idle.mock.calls.length]).toEqual([1, 0]);
});
