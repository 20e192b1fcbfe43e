import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { queueJobForDueSites, toDailyJobName, toHourlyJobName } from '#server/api/jobs/recurring-jobs.ts';
import { runDueJobs, startJobWorker, type WorkerOptions } from '#server/api/jobs/start-worker.ts';
import type { Job } from '#server/api/jobs/task-list.ts';
import { createMailJobs } from '#server/api/mail/mail-jobs.ts';
import { mails } from '#server/api/mail/mail-tables.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import { createLogger } from '#server/http/logger.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { openTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts';

let database: TestDatabase;
const cleanups: (() => unknown)[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
  for (const id of [40, 41]) await insertSite(database.db, id);
});
afterAll(async () => {
  for (const close of cleanups) await close();
});

const workerOptions = (overrides: Partial<WorkerOptions> = {}): WorkerOptions => ({
  logger: createLogger('silent'),
  pollIntervalMs: 100,
  ...overrides,
});

describe('daily jobs', () => {
  test('a daily job runs once for every site, each in a transaction of its own', async () => {
    const siteIds: number[] = [];
    const daily = {
      count: async (tx: { siteId: number }) => {
        siteIds.push(tx.siteId);
        if (tx.siteId === 40) throw new Error('an error of one site');
      },
    };
    await queueJobForDueSites(database.db, toDailyJobName('count'));
    await queueJobForDueSites(database.db, toDailyJobName('count'));
    await runDueJobs(database.db, workerOptions({ daily }));
    expect(siteIds.sort()).toEqual([40, 41]);
  });

  test('an hourly job runs once for every site and opens transactions of its own', async () => {
    const siteIds: number[] = [];
    const hourly = {
      look: async ({ db, siteId }: Job) =>
        void siteIds.push(await withSiteTransaction(db, siteId, async (tx) => tx.siteId)),
    };
    await queueJobForDueSites(database.db, toHourlyJobName('look'));
    await runDueJobs(database.db, workerOptions({ hourly }));
    expect(siteIds.sort()).toEqual([40, 41]);
  });

  test('a daily job runs once after a missed schedule, however many workers there are', async () => {
    // The daily job was scheduled two days ago and has never run.
    await database.db.$client.query(
      `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
       values ('look', now() - interval '2 days', null)`,
    );
    const siteIds: number[] = [];
    const daily = { look: async (tx: { siteId: number }) => void siteIds.push(tx.siteId) };
    const workers = await Promise.all(
      [1, 2, 3].map(() => startJobWorker(database.connection, workerOptions({ daily }))),
    );
    cleanups.push(...workers.map((worker) => () => worker.close()));
    await vi.waitFor(() => expect(siteIds).toHaveLength(2), { timeout: 60_000, interval: 50 });
    await Promise.all(workers.map((worker) => worker.close()));
    expect(siteIds.sort()).toEqual([40, 41]);
  }, 90_000);

  test('a daily job deletes mails older than a year except queued ones', async () => {
    const queue = () =>
      withSiteTransaction(database.db, 40, (tx) =>
        queueMail(tx, { kind: 'test', to: 'a@b.example', lang: 'en', subject: 'x', blocks: [] }),
      );
    const [old, waiting, young] = [await queue(), await queue(), await queue()];
    await withSiteTransaction(database.db, 40, async (tx) => {
      await tx.execute(sql`update mails set created_at = now() - interval '366 days' where id in (${old}, ${waiting})`);
      await tx.execute(sql`update mails set state = 'SENT' where id in (${old}, ${young})`);
      await tx.execute(sql`update mails set state = 'FAILED' where id = ${old}`);
    });
    await database.db.$client.query(`delete from graphile_worker._private_jobs`);
    await queueJobForDueSites(database.db, toDailyJobName('erase-mails'));
    const { daily } = createMailJobs({
      logger: createLogger('silent'),
      transport: { send: async () => {}, close: () => {} },
      attachmentBuilders: {},
    });
    await runDueJobs(database.db, workerOptions({ daily }));
    const left = await withSiteTransaction(database.db, 40, (tx) =>
      tx.select({ id: mails.id }).from(mails).orderBy(mails.id),
    );
    expect(left.map(({ id }) => id)).toEqual([waiting, young]);
  });
});
