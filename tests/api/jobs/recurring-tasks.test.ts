import { expect, test } from 'vitest';
import { createApiJobs } from '#server/api/api-jobs.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { queueJobForDueSites, toDailyJobName, toHourlyJobName } from '#server/api/jobs/recurring-jobs.ts';
import { runDueJobs } from '#server/api/jobs/start-worker.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import { createLogger } from '#server/http/logger.ts';
import { createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { seedOrder } from '#tests/support/fixtures/seed-order.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const database = await openTestDatabase();
const { db } = database;
const logger = createLogger('silent');
const jobs = createApiJobs({
  logger,
  transport: { send: async () => {}, close: () => {} },
  filesDir: '/nowhere',
  dataDir: '/nowhere',
});
const query = (text: string) => db.$client.query(text);

const idleSite = 40;
const dueSite = 41;
for (const id of [idleSite, dueSite]) await insertSite(db, id);

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const customerOf = (lastActiveAt = new Date()) => createCustomer(database, { site: dueSite, lastActiveAt });
const insertOrder = async (order: NonNullable<Parameters<typeof seedOrder>[2]>['order'], customer?: { id: number }) => {
  const owner = { ...(await customerOf()), ...customer };
  const id = await seedOrder(database, owner, { ...(order && { order }) });
  await query(`update order_state_changes set changed_at = now() - interval '10 days' where order_id = ${id}`);
};

interface Case {
  task: string;
  /** Gives the site something to do. */
  insert: () => Promise<unknown>;
  /** SQL that counts what is left to do. */
  left: string;
}

const cases: Case[] = [
  {
    task: 'unpaid-orders-task',
    insert: () => insertOrder({ state: 'PENDING', paymentDueAt: daysAgo(1) }),
    left: `select from orders where state = 'PENDING'`,
  },
  {
    task: 'erase-audit-log',
    insert: () =>
      query(`insert into audit_entries (site_id, id, occurred_at, user_id, resource, key, action)
             values (${dueSite}, 1, now() - interval '366 days', 1, 'news', '1', 'create')`),
    left: 'select from audit_entries',
  },
  {
    task: 'erase-consent-records',
    insert: () =>
      query(`insert into consent_records (site_id, id, consent_id, accepted, refused, revision, text_version, lang, recorded_at, erased_after)
             values (${dueSite}, 1, gen_random_uuid(), '{}', '{}', 1, '1', 'fr_FR', now(), now() - interval '1 day')`),
    left: 'select from consent_records',
  },
  {
    task: 'erase-mails',
    insert: async () => {
      await withSiteTransaction(db, dueSite, (tx) =>
        queueMail(tx, { kind: 'test', to: 'a@b.example', lang: 'en', subject: 'x', blocks: [] }),
      );
      await query(`update mails set state = 'SENT', created_at = now() - interval '366 days'`);
    },
    left: 'select from mails',
  },
  {
    task: 'erase-inactive',
    insert: () => customerOf(daysAgo(1_100)),
    left: `select from users where last_active_at < now() - interval '1000 days'`,
  },
  {
    task: 'tidy-accounts',
    insert: async () => {
      await customerOf();
      await query(`update sessions set expires_at = now() - interval '1 day'`);
    },
    left: 'select from sessions where expires_at < now()',
  },
  {
    task: 'erase-old-guest-orders',
    insert: () => insertOrder({ userId: null, state: 'COMPLETED', createdAt: daysAgo(1_100) }),
    left: `select from orders where user_id is null and email <> ''`,
  },
  {
    task: 'delete-old-orders',
    insert: () => insertOrder({ state: 'COMPLETED', createdAt: daysAgo(4_100) }),
    left: 'select from orders',
  },
  {
    task: 'expire-visits',
    insert: () => query(`insert into visits (site_id, day, visitor) values (${dueSite}, current_date - 2, 'hash')`),
    left: 'select from visits',
  },
  {
    task: 'erase-orders-of-deleted-accounts',
    insert: () => insertOrder({ state: 'COMPLETED', userId: 999_999 }),
    left: 'select from orders where user_id = 999999',
  },
];

const toJobName = (task: string) => (task in jobs.daily ? toDailyJobName(task) : toHourlyJobName(task));

async function findSelectedSites(task: string): Promise<number[]> {
  await query('delete from graphile_worker._private_jobs');
  await queueJobForDueSites(db, toJobName(task), jobs.due[task]);
  const { rows } = await query(
    `select (payload ->> 'site')::integer as site from graphile_worker._private_jobs order by 1`,
  );
  return rows.map(({ site }) => site as number);
}

test.each(cases)(
  '$task is queued for a site with something due, does it, and is not queued again',
  async ({ task, insert, left }) => {
    await query('truncate orders, users, mails, audit_entries, consent_records cascade');
    expect(await findSelectedSites(task)).toEqual([]);
    await insert();
    expect(await findSelectedSites(task)).toEqual([dueSite]);
    await runDueJobs(db, { ...jobs, logger });
    expect((await query(left)).rowCount).toBe(0);
    expect(await findSelectedSites(task)).toEqual([]);
  },
);
