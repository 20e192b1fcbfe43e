import { existsSync, mkdtempSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { getTableName } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { createApiJobs } from '#server/api/api-jobs.ts';
import { saveProduct } from '#server/api/catalogue/save-product.ts';
import { tablesByArticleType } from '#server/api/content/content-tables.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import { elementRegistrations, elementSlots } from '#server/api/elements/elements-tables.ts';
import { queueJobForDueSites, toDailyJobName, toHourlyJobName } from '#server/api/jobs/recurring-jobs.ts';
import { runDueJobs } from '#server/api/jobs/start-worker.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import { toStoredFilePath } from '#server/api/media/file-store.ts';
import { newsletterLists, newsletterSubscriptions } from '#server/api/newsletter/newsletter-tables.ts';
import { reviewInvitations, reviews } from '#server/api/reviews/reviews-tables.ts';
import { withdrawals } from '#server/api/withdrawals/withdrawals-tables.ts';
import { createLogger } from '#server/http/logger.ts';
import { createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { daysAgo } from '#tests/support/fixtures/days-ago.ts';
import { createSlotInputInHours, saveTestElement } from '#tests/support/fixtures/element-input.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { createProductInput, createVariantInput } from '#tests/support/fixtures/product-input.ts';
import { setReviewDelay } from '#tests/support/fixtures/review-fixtures.ts';
import { seedOrder } from '#tests/support/fixtures/seed-order.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const database = await openTestDatabase();
const { db } = database;
const logger = createLogger('silent');
const filesDir = mkdtempSync(join(tmpdir(), 'files-'));
afterAll(() => rm(filesDir, { recursive: true }));
const unusedFile = toStoredFilePath(filesDir, 'a'.repeat(64));
const jobs = createApiJobs({
  logger,
  transport: { send: async () => {}, close: () => {} },
  filesDir,
  dataDir: '/nowhere',
});
const query = (text: string) => db.$client.query(text);

const idleSite = 40;
const dueSite = 41;
for (const id of [idleSite, dueSite]) await insertSite(db, id);

const toDay = (date: Date) => date.toISOString().slice(0, 10);
const customerOf = (lastActiveAt = new Date()) => createCustomer(database, { site: dueSite, lastActiveAt });
const insertOrder = async (order: NonNullable<Parameters<typeof seedOrder>[2]>['order'], customer?: { id: number }) => {
  const owner = { ...(await customerOf()), ...customer };
  const id = await seedOrder(database, owner, { ...(order && { order }) });
  await query(`update order_state_changes set changed_at = now() - interval '10 days' where order_id = ${id}`);
};

const insertMail = async (kind: string) => {
  await withSiteTransaction(db, dueSite, (tx) =>
    queueMail(tx, { kind, to: 'a@b.example', lang: 'en', subject: 'x', blocks: [] }),
  );
  await query(`update mails set state = 'SENT'`);
};
const insertSubscription = (subscription: Partial<typeof newsletterSubscriptions.$inferInsert>) =>
  withSiteTransaction(db, dueSite, async (tx) => {
    await tx.insert(newsletterLists).values({ id: 1, position: 0, name: 'Lettre', description: '' });
    const email = 'subscriber@mail.example';
    await tx.insert(newsletterSubscriptions).values({ listId: 1, email, emailKey: email, ...subscription });
  });
const insertRegistration = (registration: Partial<typeof elementRegistrations.$inferInsert> = {}) =>
  withSiteTransaction(db, dueSite, async (tx) => {
    const [slot] = await tx.select().from(elementSlots);
    await tx.insert(elementRegistrations).values({
      elementId: 1,
      slotId: 1,
      title: 'Soirée au chai',
      startsAt: slot?.startsAt ?? new Date(),
      name: 'Jean Martin',
      email: 'visitor@mail.example',
      emailKey: 'visitor@mail.example',
      people: 1,
      language: '',
      lang: 'fr_FR',
      state: 'CONFIRMED',
      requestHash: 'hash',
      ...registration,
    });
  });
const insertPage = () =>
  query(`insert into pages (site_id, id, title, type) values (${dueSite}, 1, '"Ancienne"', 'CMS')`);
const insertWithdrawal = (withdrawal: Pick<typeof withdrawals.$inferInsert, 'receivedAt' | 'orderId'>) =>
  withSiteTransaction(db, dueSite, (tx) =>
    tx
      .insert(withdrawals)
      .values({ name: 'Camille', email: 'a@b.example', orderNumber: '1', message: '', ...withdrawal }),
  );

const insertIssue = async (state: 'SENDING' | 'SCHEDULED') => {
  await insertSubscription({ lang: 'fr_FR' });
  await query(`insert into newsletter_issues (site_id, id, list_id, subject, preheader, blocks, state, send_at)
               values (${dueSite}, 1, 1, '"Objet"', '""', '[]', '${state}', now() - interval '1 hour')`);
  if (state === 'SENDING')
    await query(`insert into newsletter_recipients (site_id, issue_id, subscription_id)
                 select site_id, 1, id from newsletter_subscriptions`);
};
const insertPlannedPrice = async (from: Date) => {
  await withSiteTransactionOrRollback(db, dueSite, (tx) =>
    saveProduct(tx, createProductInput({ variants: [createVariantInput()] })),
  );
  const planned = [{ from: from.toISOString(), price: 1_500, discount: null }];
  await query(`update variants set planned_prices = '${JSON.stringify(planned)}'`);
};
const insertInvitation = async (invitation: Partial<typeof reviewInvitations.$inferInsert> = {}) => {
  const orderId = await seedOrder(database, await customerOf(), { order: { state: 'COMPLETED' } });
  await withSiteTransaction(db, dueSite, (tx) =>
    tx
      .insert(reviewInvitations)
      .values({ orderId, tokenHash: 'hash', experiencedOn: toDay(daysAgo(90)), expiresAt: daysAgo(1), ...invitation }),
  );
  return orderId;
};
const insertReview = async (review: Pick<typeof reviews.$inferInsert, 'state'> & { experiencedOn?: string }) => {
  const orderId = await insertInvitation({ tokenHash: null });
  const experiencedOn = toDay(daysAgo(90));
  await withSiteTransaction(db, dueSite, (tx) =>
    tx
      .insert(reviews)
      .values({ orderId, productName: '', author: 'Camille', rating: 5, text: 'Parfait', experiencedOn, ...review }),
  );
};
const createUnpublishedArticle = () => ({
  id: 1,
  slug: 'vendanges',
  title: 'Vendanges',
  summary: '',
  html: '',
  publishedAt: daysAgo(-1),
  updatedAt: new Date(),
  promoted: false,
  searchText: '',
});
const leftWithoutJob = (task: string) =>
  `select where not exists (
     select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = '${task}' and j.run_at > now())`;

interface Case {
  task: string;
  /** Tells the cases of a task apart. */
  when?: string;
  /** Gives the site something to do. */
  insert: () => Promise<unknown>;
  /** SQL with a row for each thing that is left to do, or their number. */
  left: string | (() => number);
  /** The reason why the site rightly stays selected after the work is done. */
  staysDue?: string;
}

const cases: Case[] = [
  {
    task: 'unpaid-orders-task',
    when: 'an order is overdue',
    insert: () => insertOrder({ state: 'PENDING', paymentDueAt: daysAgo(1) }),
    left: `select from orders where state = 'PENDING'`,
  },
  {
    task: 'unpaid-orders-task',
    when: 'a customer is to be reminded',
    insert: () => insertOrder({ state: 'PENDING', createdAt: daysAgo(13), paymentDueAt: daysAgo(-1) }),
    left: `select from orders where payment_reminded_at is null
           union all select where not exists (select from mails where kind = 'order-payment-reminder')`,
    staysDue: 'the order is cancelled later unless it is paid',
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
    when: 'a mail is old',
    insert: async () => {
      await insertMail('test');
      await query(`update mails set created_at = now() - interval '366 days'`);
    },
    left: 'select from mails',
  },
  {
    task: 'erase-mails',
    when: 'the delivery of a mail with a secret link is uncertain',
    insert: async () => {
      await insertMail('test');
      await query(`update mails set state = 'UNCERTAIN', is_secret = true, created_at = now() - interval '8 days'`);
    },
    left: `select from mails where html <> '' or text <> ''`,
    staysDue: 'the mail stays uncertain, although it is empty, until it is deleted a year later',
  },
  {
    task: 'erase-inactive',
    insert: () => customerOf(daysAgo(1_100)),
    left: `select from users where last_active_at < now() - interval '1000 days'`,
  },
  {
    task: 'tidy-accounts',
    when: 'a session has expired',
    insert: async () => {
      await customerOf();
      await query(`update sessions set expires_at = now() - interval '1 day'`);
    },
    left: 'select from sessions where expires_at < now()',
  },
  {
    task: 'tidy-accounts',
    when: 'a link has expired',
    insert: () =>
      query(`insert into link_tokens (site_id, token_hash, purpose, expires_at)
             values (${dueSite}, 'hash', 'NEWSLETTER', now() - interval '1 minute')`),
    left: 'select from link_tokens',
  },
  {
    task: 'tidy-accounts',
    when: 'an account was never activated',
    insert: async () => {
      await customerOf();
      await query(`update users set activated_at = null, created_at = now() - interval '25 hours'`);
    },
    left: 'select from users',
  },
  {
    task: 'tidy-accounts',
    when: 'an account was deleted',
    insert: () => insertMail('account-deleted'),
    left: 'select from mails',
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
    when: 'a visit is of an earlier day',
    insert: () => query(`insert into visits (site_id, day, visitor) values (${dueSite}, current_date - 2, 'hash')`),
    left: 'select from visits',
  },
  {
    task: 'expire-visits',
    when: 'a salt is of an earlier day',
    insert: () => query(`insert into visit_salts (site_id, day, salt) values (${dueSite}, current_date - 2, 'salt')`),
    left: 'select from visit_salts',
  },
  {
    task: 'expire-visits',
    when: 'a count is old',
    insert: () =>
      query(`insert into visit_counts (site_id, day, source, count) values (${dueSite}, current_date - 800, 'x', 1)`),
    left: 'select from visit_counts',
  },
  {
    task: 'erase-orders-of-deleted-accounts',
    insert: () => insertOrder({ state: 'COMPLETED', userId: 999_999 }),
    left: 'select from orders where user_id = 999999',
  },
  {
    task: 'delete-staff-requests',
    insert: () =>
      query(`insert into staff_requests (site_id, user_id, key, input_hash, created_at)
             values (${dueSite}, 1, 'key', 'hash', now() - interval '8 days')`),
    left: 'select from staff_requests',
  },
  {
    task: 'erase-newsletter-subscriptions',
    when: 'the subscription has ended',
    insert: () => insertSubscription({ subscribedAt: daysAgo(1_200), endedAt: daysAgo(1_100) }),
    left: 'select from newsletter_subscriptions',
  },
  {
    task: 'erase-newsletter-subscriptions',
    when: 'the subscriber has no account',
    insert: () => insertSubscription({ subscribedAt: daysAgo(1_100) }),
    left: 'select from newsletter_subscriptions',
  },
  {
    task: 'tidy-registrations',
    insert: () => insertRegistration({ startsAt: daysAgo(370) }),
    left: 'select from element_registrations',
  },
  {
    task: 'tidy-orders',
    when: 'a token has expired',
    insert: async () => {
      await insertOrder({ state: 'COMPLETED' });
      await query(`insert into order_tokens (site_id, token_hash, order_id, expires_at)
                   select site_id, 'hash', id, now() - interval '1 minute' from orders`);
    },
    left: 'select from order_tokens',
  },
  {
    task: 'tidy-orders',
    when: 'the key of a request is old',
    insert: () =>
      query(`insert into order_requests (site_id, email_key, key, body_hash, created_at)
             values (${dueSite}, 'a@b.example', 'key', 'hash', now() - interval '31 days')`),
    left: 'select from order_requests',
  },
  {
    task: 'tidy-page-edits',
    when: 'a preview has expired',
    insert: async () => {
      await insertPage();
      await query(`insert into page_previews (site_id, token_hash, page_id, title, sections, user_id, created_at, expires_at)
                   values (${dueSite}, 'hash', 1, '"x"', '[]', 1, now() - interval '2 hours', now() - interval '1 hour')`);
    },
    left: 'select from page_previews',
  },
  {
    task: 'tidy-page-edits',
    when: 'a version is old',
    insert: async () => {
      await insertPage();
      await query(`insert into page_versions (site_id, page_id, content, created_at)
                   values (${dueSite}, 1, '{"title":"x","image":null,"sections":[]}', now() - interval '366 days')`);
    },
    left: 'select from page_versions',
  },
  {
    task: 'tidy-withdrawals',
    when: 'a declaration matches no order',
    insert: () => insertWithdrawal({ receivedAt: daysAgo(200) }),
    left: 'select from withdrawals',
  },
  {
    task: 'tidy-withdrawals',
    when: 'a declaration matches an order',
    insert: () => insertWithdrawal({ receivedAt: daysAgo(4_100), orderId: 1 }),
    left: 'select from withdrawals',
  },
  {
    task: 'erase-form-submissions',
    insert: () =>
      query(`insert into form_submissions
               (site_id, form_title, lang, email_key, answers, content_hash, received_at, erased_after)
             values (${dueSite}, 'Contact', 'fr_FR', '', '[]', 'hash', now() - interval '91 days', now() - interval '1 day')`),
    left: 'select from form_submissions',
  },
  {
    task: 'maintain-registrations',
    when: 'the estate has cancelled the event',
    insert: async () => {
      await saveTestElement(db, dueSite, { status: 'CANCELLED' });
      await insertRegistration();
    },
    left: `select from element_registrations where state <> 'CANCELLED'
           union all select where not exists (select from mails where kind = 'registration-called-off')`,
  },
  {
    task: 'maintain-registrations',
    when: 'the estate has raised the capacity',
    insert: async () => {
      await saveTestElement(db, dueSite);
      await insertRegistration({ state: 'WAITING' });
    },
    left: `select from element_registrations where state <> 'CONFIRMED'
           union all select where not exists (select from mails where kind = 'registration-moved-up')`,
    staysDue: 'the estate can still cancel or move the event',
  },
  {
    task: 'maintain-registrations',
    when: 'the event is tomorrow',
    insert: async () => {
      await saveTestElement(db, dueSite, { slots: [createSlotInputInHours(1, 20)] });
      await insertRegistration({ createdAt: daysAgo(3) });
    },
    left: `select from element_registrations where reminded_at is null
           union all select where not exists (select from mails where kind = 'registration-reminder')`,
    staysDue: 'the estate can still cancel or move the event',
  },
  {
    task: 'invite-reviews',
    insert: async () => {
      await setReviewDelay(db, dueSite, 5);
      await insertOrder({ state: 'COMPLETED' });
    },
    left: `select from orders where not exists (select from review_invitations i where i.order_id = orders.id)
           union all select where not exists (select from mails where kind = 'review-invitation')`,
  },
  {
    task: 'publish-overdue-pages',
    insert: async () => {
      await insertPage();
      await query(`insert into page_drafts
                     (site_id, page_id, revision, page_revision, content, publish_at, edited_at, edited_by)
                   values (${dueSite}, 1, 1, 0, '{"title":"Nouvelle","image":null,"sections":[]}',
                           now() - interval '10 minutes', now(), 0)`);
    },
    left: `select from pages where title::text not like '%Nouvelle%'`,
  },
  {
    task: 'continue-newsletters',
    when: 'the job that sends it was lost',
    insert: () => insertIssue('SENDING'),
    left: `select from newsletter_issues where state <> 'SENT'
           union all select from newsletter_recipients where state <> 'SENT'`,
  },
  {
    task: 'continue-newsletters',
    when: 'the job that begins it was lost',
    insert: () => insertIssue('SCHEDULED'),
    left: `select from newsletter_issues where state <> 'SENT'
           union all select where not exists (select from newsletter_recipients where state = 'SENT')`,
  },
  {
    task: 'apply-overdue-prices',
    when: 'a planned price has begun',
    insert: () => insertPlannedPrice(daysAgo(1)),
    left: 'select from variants where price <> 1500',
  },
  {
    task: 'apply-overdue-prices',
    when: 'a planned price begins later',
    insert: () => insertPlannedPrice(daysAgo(-1)),
    left: leftWithoutJob('apply-planned-prices'),
    staysDue: 'its queued job can be lost until the price begins',
  },
  {
    task: 'delete-unused-files',
    insert: async () => {
      await mkdir(dirname(unusedFile), { recursive: true });
      await writeFile(unusedFile, 'x');
      await query(`insert into unreferenced_files (site_id, hash, unreferenced_since)
                   values (${dueSite}, '${basename(unusedFile)}', now() - interval '8 days')`);
    },
    left: () => (existsSync(unusedFile) ? 1 : 0),
  },
  {
    task: 'mail-pending-reviews',
    insert: () => insertReview({ state: 'PENDING' }),
    left: `select where not exists (select from mails where kind = 'reviews-pending')`,
    staysDue: 'the estate is reminded daily until it has moderated the review',
  },
  {
    task: 'delete-old-reviews',
    when: 'an invitation has expired',
    insert: () => insertInvitation(),
    left: 'select from review_invitations where token_hash is not null',
  },
  {
    task: 'delete-old-reviews',
    when: 'a refusal is old',
    insert: () =>
      query(`insert into review_refusals (site_id, email_key, refused_at)
             values (${dueSite}, 'a@b.example', now() - interval '1100 days')`),
    left: 'select from review_refusals',
  },
  {
    task: 'delete-old-reviews',
    when: 'a review is old',
    insert: () => insertReview({ state: 'PUBLISHED', experiencedOn: toDay(daysAgo(1_900)) }),
    left: 'select from reviews',
  },
  ...Object.values(tablesByArticleType).map(({ items }) => ({
    task: 'queue-announce-content',
    when: `in ${getTableName(items)}`,
    insert: () => withSiteTransaction(db, dueSite, (tx) => tx.insert(items).values(createUnpublishedArticle())),
    left: leftWithoutJob('announce-content'),
    staysDue: 'the queued job can be lost until the publication',
  })),
  {
    task: 'queue-announce-elements',
    insert: () => saveTestElement(db, dueSite, { publishedAt: daysAgo(-1).toISOString() }),
    left: leftWithoutJob('announce-elements'),
    staysDue: 'the queued job can be lost until the publication',
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

const { rows: tables } = await query(
  `select string_agg(quote_ident(table_name), ', ') as names from information_schema.columns
    where table_schema = 'public' and column_name = 'site_id'`,
);

for (const { task, when, insert, left, staysDue } of cases) {
  const name = `${task}${when ? ` (${when})` : ''}`;
  const end = staysDue ? `stays due, because ${staysDue}` : 'is not queued again';
  test(`${name} is queued for a site with something due, does it, and ${end}`, async () => {
    await query(`truncate ${tables[0].names}`);
    expect(await findSelectedSites(task)).toEqual([]);
    await insert();
    expect(await findSelectedSites(task)).toEqual([dueSite]);
    await runDueJobs(db, { ...jobs, logger });
    expect(typeof left === 'string' ? (await query(left)).rowCount : left()).toBe(0);
    expect(await findSelectedSites(task)).toEqual(staysDue ? [dueSite] : []);
  });
}

test('every recurring task has a case', () => {
  const known = Object.keys({ ...jobs.hourly, ...jobs.daily });
  expect([...new Set(cases.map(({ task }) => task))].sort()).toEqual(known.sort());
});
