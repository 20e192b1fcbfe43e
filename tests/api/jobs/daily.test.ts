import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { inSite } from '#server/api/database/site-transaction.ts';
import { queueForEverySite } from '#server/api/jobs/recurring.ts';
import { startWorker, type WorkerParts, workOnce } from '#server/api/jobs/start-worker.ts';
import { mailJobs } from '#server/api/mail/mail-jobs.ts';
import { mails } from '#server/api/mail/mail-tables.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import { createLogger } from '#server/http/logger.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { type TestDatabase, testDatabase } from '#tests/support/servers/test-database.ts';

let database: TestDatabase;
const closing: (() => unknown)[] = [];
beforeAll(async () => {
  database = await testDatabase();
  for (const id of [40, 41]) await insertSite(database.db, id);
});
afterAll(async () => {
  for (const close of closing) await close();
});

const parts = (more: Partial<WorkerParts> = {}): WorkerParts => ({
  logger: createLogger('silent'),
  pollInterval: 100,
  ...more,
});

describe('what is done every day', () => {
  test('is done for every site, each in a transaction of its own', async () => {
    const seen: number[] = [];
    const daily = {
      count: async (tx: { siteId: number }) => {
        seen.push(tx.siteId);
        if (tx.siteId === 40) throw new Error('a fault of one estate');
      },
    };
    await queueForEverySite(database.db, 'count');
    await queueForEverySite(database.db, 'count');
    await workOnce(database.db, parts({ daily }));
    expect(seen.sort()).toEqual([40, 41]);
  });

  test('is due once, however many servers there are, also where they slept at that hour', async () => {
    // The timetable has been known for two days, and nobody was there in the last one.
    await database.db.$client.query(
      `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
       values ('look', now() - interval '2 days', null)`,
    );
    const seen: number[] = [];
    const daily = { look: async (tx: { siteId: number }) => void seen.push(tx.siteId) };
    const workers = await Promise.all([1, 2, 3].map(() => startWorker(database.connection, parts({ daily }))));
    closing.push(...workers.map((worker) => () => worker.close()));
    await vi.waitFor(() => expect(seen).toHaveLength(2), { timeout: 60_000, interval: 50 });
    await Promise.all(workers.map((worker) => worker.close()));
    expect(seen.sort()).toEqual([40, 41]);
  }, 90_000);

  test('mails of a year ago are forgotten, but for those that wait', async () => {
    const queue = () =>
      inSite(database.db, 40, (tx) =>
        queueMail(tx, { kind: 'test', to: 'a@b.example', lang: 'en', subject: 'x', blocks: [] }),
      );
    const [old, waiting, young] = [await queue(), await queue(), await queue()];
    await inSite(database.db, 40, async (tx) => {
      await tx.execute(sql`update mails set created_at = now() - interval '366 days' where id in (${old}, ${waiting})`);
      await tx.execute(sql`update mails set state = 'SENT' where id in (${old}, ${young})`);
      await tx.execute(sql`update mails set state = 'FAILED' where id = ${old}`);
    });
    await database.db.$client.query(`delete from graphile_worker._private_jobs`);
    await queueForEverySite(database.db, 'erase-mails');
    const { daily } = mailJobs({
      logger: createLogger('silent'),
      transport: { send: async () => {}, close: () => {} },
      makers: {},
    });
    await workOnce(database.db, parts({ daily }));
    const left = await inSite(database.db, 40, (tx) => tx.select({ id: mails.id }).from(mails).orderBy(mails.id));
    expect(left.map(({ id }) => id)).toEqual([waiting, young]);
  });
});
