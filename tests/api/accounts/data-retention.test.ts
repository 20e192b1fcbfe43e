import { beforeAll, describe, expect, test } from 'vitest';
import { deleteExpiredAccountData, eraseInactiveCustomerAccounts } from '#server/api/accounts/accounts-jobs.ts';
import { sessions, singleUseTokens, users } from '#server/api/accounts/accounts-tables.ts';
import { startSession } from '#server/api/accounts/sessions.ts';
import { createApiJobs } from '#server/api/api-jobs.ts';
import { createPersonalDataAccess } from '#server/api/api-personal-data-access.ts';
import { apiProviders } from '#server/api/api-providers.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { mails as mailsTable } from '#server/api/mail/mail-tables.ts';
import { newsletterDailyTasks } from '#server/api/newsletter/issues/newsletter-jobs.ts';
import { newsletterSubscriptions } from '#server/api/newsletter/newsletter-tables.ts';
import { orders } from '#server/api/orders/orders-tables.ts';
import { createLogger } from '#server/http/logger.ts';
import {
  createAccountRegistrationInput,
  createMailbox,
  createUniqueEmail,
  seedEstates40And41,
  withNewClientAddress,
} from '#tests/support/fixtures/account-fixtures.ts';
import { createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { seedOrder } from '#tests/support/fixtures/seed-order.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const personalRecords = createPersonalDataAccess(apiProviders.payments);
const api = await startTestApi();
const { call } = api;
const mails = createMailbox(api);

beforeAll(() => seedEstates40And41(api));

const yearsAgo = (years: number, days = 0) => {
  const moment = new Date();
  moment.setUTCFullYear(moment.getUTCFullYear() - years, moment.getUTCMonth(), moment.getUTCDate() - days);
  return moment;
};
const idsOf = (site: number) =>
  withSiteTransaction(api.db, site, async (tx) => (await tx.select({ id: users.id }).from(users)).map(({ id }) => id));

test('inactive accounts and expired records are erased by daily jobs', () => {
  const transport = { send: async () => {}, close: () => {} };
  const jobs = createApiJobs({ logger: createLogger('silent'), transport, filesDir: '', dataDir: '' });
  expect(Object.keys(jobs.daily)).toEqual(expect.arrayContaining(['erase-inactive', 'tidy-accounts']));
});

describe('the daily erasure of inactive accounts', () => {
  test('erases customers after three years of inactivity, but no staff and no other estate’s customers', async () => {
    const inactive = await createCustomer(api, { lastActiveAt: yearsAgo(3, 1) });
    const justInTime = await createCustomer(api, { lastActiveAt: yearsAgo(3, -1) });
    const admin = await createCustomer(api, { role: 'ADMIN', lastActiveAt: yearsAgo(9) });
    const owner = await createCustomer(api, { role: 'SUPER_ADMIN', lastActiveAt: yearsAgo(9) });
    const otherEstateCustomer = await createCustomer(api, { site: 41, lastActiveAt: yearsAgo(9) });
    await seedOrder(api, inactive, { order: { state: 'COMPLETED' } });
    const erased = await withSiteTransaction(api.db, 40, (tx) =>
      eraseInactiveCustomerAccounts(tx, personalRecords, new Date()),
    );
    expect(erased).toBe(1);
    const left = await idsOf(40);
    expect(left).toEqual(expect.arrayContaining([justInTime.id, admin.id, owner.id]));
    expect(left).not.toContain(inactive.id);
    expect(await idsOf(41)).toContain(otherEstateCustomer.id);
    const kept = await withSiteTransaction(api.db, 40, (tx) => tx.select().from(orders));
    expect(kept.map(({ userId }) => userId)).toEqual([null]);
    expect((await call('/user', { headers: inactive.headers })).status).toBe(401);
  });

  test('keeps a customer who has returned', async () => {
    const returning = await createCustomer(api, { lastActiveAt: yearsAgo(3, 1) });
    await call('/user', { headers: returning.headers });
    await withSiteTransaction(api.db, 40, (tx) => eraseInactiveCustomerAccounts(tx, personalRecords, new Date()));
    expect(await idsOf(40)).toContain(returning.id);
  });

  test('deletes newsletter subscriptions after three years unless they belong to an account', async () => {
    const customer = await createCustomer(api);
    const row = (email: string, subscribedAt: Date) => ({ email, emailKey: email, listId: 1, subscribedAt });
    const [old, recent] = [createUniqueEmail(), createUniqueEmail()];
    await withSiteTransaction(api.db, 40, (tx) =>
      tx
        .insert(newsletterSubscriptions)
        .values([row(customer.email, yearsAgo(4)), row(old, yearsAgo(3, 1)), row(recent, yearsAgo(2))]),
    );
    await withSiteTransaction(api.db, 40, async (tx) => newsletterDailyTasks['erase-newsletter-subscriptions']?.(tx));
    const left = await withSiteTransaction(api.db, 40, (tx) => tx.select().from(newsletterSubscriptions));
    expect(left.map(({ email }) => email).sort()).toEqual([customer.email, recent].sort());
  });
});

describe('the daily clean-up of accounts', () => {
  test('deletes expired sessions, links and registrations', async () => {
    const email = createUniqueEmail();
    await call('/register', withNewClientAddress({ method: 'POST', body: createAccountRegistrationInput({ email }) }));
    const customer = await createCustomer(api);
    await call('/password/reset/ask', withNewClientAddress({ method: 'PUT', body: { identifier: customer.email } }));
    await withSiteTransaction(api.db, 40, (tx) => startSession(tx, customer.id));
    const counts = () =>
      withSiteTransaction(api.db, 40, async (tx) => ({
        pending: (await tx.select().from(users)).filter(({ activatedAt }) => activatedAt === null).length,
        links: (await tx.select().from(singleUseTokens)).length,
        sessions: (await tx.select().from(sessions)).filter(({ userId }) => userId === customer.id).length,
      }));
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
    await withSiteTransaction(api.db, 40, (tx) => deleteExpiredAccountData(tx, new Date()));
    expect(await counts()).toEqual({ pending: 1, links: 2, sessions: 2 });
    await withSiteTransaction(api.db, 40, (tx) => deleteExpiredAccountData(tx, inDays(1.1)));
    expect(await counts()).toEqual({ pending: 0, links: 0, sessions: 0 });
    expect(await idsOf(40)).toContain(customer.id);
  });

  test('deletes the mails of a deleted account once they have been sent', async () => {
    const { email, headers, password } = await createCustomer(api);
    const about = async () =>
      (await withSiteTransaction(api.db, 40, (tx) => tx.select().from(mailsTable))).filter((mail) =>
        JSON.stringify(mail).includes(email),
      );
    await call('/user/unsubscribe/ask', { method: 'PUT', headers, body: {} });
    await call('/user', { method: 'DELETE', headers, body: { password } });
    await withSiteTransaction(api.db, 40, (tx) => deleteExpiredAccountData(tx, new Date()));
    expect(await about()).toHaveLength(3);
    await mails.mailsFor(email);
    await withSiteTransaction(api.db, 40, (tx) => deleteExpiredAccountData(tx, new Date()));
    expect(await about()).toEqual([]);
  });
});
