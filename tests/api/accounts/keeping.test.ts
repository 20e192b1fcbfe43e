import { beforeAll, describe, expect, test } from 'vitest';
import { linkTokens, newsletterSubscriptions, sessions, users } from '#server/api/accounts/accounts-tables.ts';
import { eraseInactive, tidyAccounts } from '#server/api/accounts/erase-inactive.ts';
import { startSession } from '#server/api/accounts/sessions.ts';
import { createApiJobs } from '#server/api/api-jobs.ts';
import { createPersonalRecords } from '#server/api/api-personal-records.ts';
import { apiProviders } from '#server/api/api-providers.ts';
import { inSite } from '#server/api/database/site-transaction.ts';
import { mails as mailsTable } from '#server/api/mail/mail-tables.ts';
import { orders } from '#server/api/orders/orders-tables.ts';
import { createLogger } from '#server/http/logger.ts';
import {
  fillTwoEstates,
  fromElsewhere,
  mailbox,
  registration,
  someAddress,
} from '#tests/support/fixtures/accounts-estates.ts';
import { newCustomer } from '#tests/support/fixtures/customer.ts';
import { putOrder } from '#tests/support/fixtures/put-order.ts';
import { testApi } from '#tests/support/servers/test-api.ts';

const personalRecords = createPersonalRecords(apiProviders.payments);
const api = await testApi();
const { call } = api;
const mails = mailbox(api);

beforeAll(() => fillTwoEstates(api));

const yearsAgo = (years: number, days = 0) => {
  const moment = new Date();
  moment.setUTCFullYear(moment.getUTCFullYear() - years, moment.getUTCMonth(), moment.getUTCDate() - days);
  return moment;
};
const idsOf = (site: number) =>
  inSite(api.db, site, async (tx) => (await tx.select({ id: users.id }).from(users)).map(({ id }) => id));

test('both tasks are done every day', () => {
  const jobs = createApiJobs({ logger: createLogger('silent'), transport: { send: async () => {}, close: () => {} } });
  expect(Object.keys(jobs.daily)).toEqual(expect.arrayContaining(['erase-inactive', 'tidy-accounts']));
});

describe('after three years', () => {
  test('customers who did nothing are erased, staff, others and other estates are not', async () => {
    const gone = await newCustomer(api, { lastActiveAt: yearsAgo(3, 1) });
    const justInTime = await newCustomer(api, { lastActiveAt: yearsAgo(3, -1) });
    const admin = await newCustomer(api, { role: 'ADMIN', lastActiveAt: yearsAgo(9) });
    const owner = await newCustomer(api, { role: 'SUPER_ADMIN', lastActiveAt: yearsAgo(9) });
    const abroad = await newCustomer(api, { site: 41, lastActiveAt: yearsAgo(9) });
    await putOrder(api, gone);
    const erased = await inSite(api.db, 40, (tx) => eraseInactive(tx, personalRecords, new Date()));
    expect(erased).toBe(1);
    const left = await idsOf(40);
    expect(left).toEqual(expect.arrayContaining([justInTime.id, admin.id, owner.id]));
    expect(left).not.toContain(gone.id);
    expect(await idsOf(41)).toContain(abroad.id);
    const kept = await inSite(api.db, 40, (tx) => tx.select().from(orders));
    expect(kept.map(({ userId }) => userId)).toEqual([null]);
    expect((await call('/user', { headers: gone.headers })).status).toBe(401);
  });

  test('a log-in, or a look at the personal space, starts them anew', async () => {
    const returning = await newCustomer(api, { lastActiveAt: yearsAgo(3, 1) });
    await call('/user', { headers: returning.headers });
    await inSite(api.db, 40, (tx) => eraseInactive(tx, personalRecords, new Date()));
    expect(await idsOf(40)).toContain(returning.id);
  });

  test('newsletters stop that belong to no account', async () => {
    const customer = await newCustomer(api);
    const row = (email: string, since: Date) => ({ email, emailKey: email, listId: 1, since });
    const [old, recent] = [someAddress(), someAddress()];
    await inSite(api.db, 40, (tx) =>
      tx
        .insert(newsletterSubscriptions)
        .values([row(customer.email, yearsAgo(4)), row(old, yearsAgo(3, 1)), row(recent, yearsAgo(2))]),
    );
    await inSite(api.db, 40, (tx) => eraseInactive(tx, personalRecords, new Date()));
    const left = await inSite(api.db, 40, (tx) => tx.select().from(newsletterSubscriptions));
    expect(left.map(({ email }) => email).sort()).toEqual([customer.email, recent].sort());
  });
});

describe('every day', () => {
  test('sessions, links and registrations that are over are cleared', async () => {
    const email = someAddress();
    await call('/register', fromElsewhere({ method: 'POST', body: registration({ email }) }));
    const customer = await newCustomer(api);
    await call('/password/reset/ask', fromElsewhere({ method: 'PUT', body: { identifier: customer.email } }));
    await inSite(api.db, 40, (tx) => startSession(tx, customer.id));
    const counts = () =>
      inSite(api.db, 40, async (tx) => ({
        pending: (await tx.select().from(users)).filter(({ activatedAt }) => activatedAt === null).length,
        links: (await tx.select().from(linkTokens)).length,
        sessions: (await tx.select().from(sessions)).filter(({ userId }) => userId === customer.id).length,
      }));
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
    await inSite(api.db, 40, (tx) => tidyAccounts(tx, new Date()));
    expect(await counts()).toEqual({ pending: 1, links: 2, sessions: 2 });
    await inSite(api.db, 40, (tx) => tidyAccounts(tx, inDays(1.1)));
    expect(await counts()).toEqual({ pending: 0, links: 0, sessions: 0 });
    expect(await idsOf(40)).toContain(customer.id);
  });

  test('the last mail to somebody who has gone is forgotten, once it has been sent', async () => {
    const { email, headers } = await newCustomer(api);
    const about = async () =>
      (await inSite(api.db, 40, (tx) => tx.select().from(mailsTable))).filter((mail) =>
        JSON.stringify(mail).includes(email),
      );
    await call('/user/unsubscribe/ask', { method: 'PUT', headers, body: {} });
    await call('/user', { method: 'DELETE', headers });
    await inSite(api.db, 40, (tx) => tidyAccounts(tx, new Date()));
    expect(await about()).toHaveLength(3);
    await mails.of(email);
    await inSite(api.db, 40, (tx) => tidyAccounts(tx, new Date()));
    expect(await about()).toEqual([]);
  });
});
