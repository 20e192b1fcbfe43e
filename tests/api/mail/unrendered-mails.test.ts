import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { sites } from '#server/api/database/sites-table.ts';
import { runDueJobs } from '#server/api/jobs/start-worker.ts';
import { createMailJobs } from '#server/api/mail/mail-jobs.ts';
import { mails } from '#server/api/mail/mail-tables.ts';
import { createMailTransport } from '#server/api/mail/mail-transport.ts';
import { parameters } from '#server/api/site/site-tables.ts';
import { createLogger } from '#server/http/logger.ts';
import {
  createAccountRegistrationInput,
  createUniqueEmail,
  seedEstates40And41,
  withNewClientAddress,
} from '#tests/support/fixtures/account-fixtures.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { saveTestElement } from '#tests/support/fixtures/element-input.ts';
import { createFormCalls } from '#tests/support/fixtures/form-calls.ts';
import { createVisitForm, storeForm } from '#tests/support/fixtures/form-fixtures.ts';
import { createOrderAndStockActions } from '#tests/support/fixtures/order-actions.ts';
import { createElementRegistrationCalls } from '#tests/support/fixtures/registration-calls.ts';
import { readMails, seedOrder } from '#tests/support/fixtures/seed-order.ts';
import { createMailReaderRunningJobs } from '#tests/support/servers/mail-reader-running-jobs.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

/** Password hashing is slow by design, and up to ten times slower on a busy machine. */
vi.setConfig({ testTimeout: 120_000 });

const api = await startTestApi();
const { call, db } = api;
const { placeOrder, setStock } = createOrderAndStockActions(api);
const events = createElementRegistrationCalls(api);
const forms = createFormCalls(api);
const inbox = createMailReaderRunningJobs(api);

let customer: Customer;
let staff: Customer;

beforeAll(async () => {
  await seedEstates40And41(api);
  await saveTestElement(db, 40);
  await storeForm(db, 40, createVisitForm());
  customer = await createCustomer(api);
  staff = await createCustomer(api, { role: 'ADMIN' });
  const [site] = await db.select().from(sites).where(eq(sites.id, 40));
  savedOrigins = site?.origins ?? {};
});
beforeEach(async () => {
  await setStock({ 11: 100 });
  await withSiteTransaction(db, 40, (tx) => tx.delete(mails));
});

/** Leaves the estate without an address to send from: no COMPANY_EMAIL, and an origin whose host is no mail domain. */
async function breakSender(): Promise<void> {
  await db
    .update(sites)
    .set({ origins: { fr_FR: 'https://[::1]' } })
    .where(eq(sites.id, 40));
  await withSiteTransaction(db, 40, (tx) => tx.delete(parameters).where(eq(parameters.type, 'COMPANY_EMAIL')));
}
let savedOrigins: (typeof sites.$inferSelect)['origins'];
async function repairSender(): Promise<void> {
  await db.update(sites).set({ origins: savedOrigins }).where(eq(sites.id, 40));
  await withSiteTransaction(db, 40, (tx) =>
    tx.insert(parameters).values({ type: 'COMPANY_EMAIL', value: 'estate@mail.example' }),
  );
}

const readFailures = async () =>
  (await call<'GET /admin/today'>('/admin/today', { headers: staff.headers })).data.failedMails;
const retry = (id: number) => call(`/admin/mail/${id}/retry`, { method: 'POST', headers: staff.headers });

describe('while the estate has no address to send from', () => {
  beforeEach(breakSender);

  test('orders, withdrawals, registrations for events and form messages are accepted', async () => {
    const { status, data } = await placeOrder(customer);
    expect(status).toBe(200);
    const withdrawal = { name: 'Camille Vignaud', email: customer.email, orderNumber: data.number };
    const answers = [
      await call('/withdrawal', withNewClientAddress({ method: 'POST', body: withdrawal })),
      await events.register(),
      await forms.submit(),
      await call(`/order/${data.id}/cancel`, { method: 'PUT', headers: customer.headers }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    const stored = await readMails(api, 40);
    expect(stored.length).toBeGreaterThanOrEqual(8);
    expect(new Set(stored.map(({ state }) => state))).toEqual(new Set(['FAILED']));
  });

  test('a registration and a password reset answer alike for a known and an unknown address', async () => {
    const known = customer.email;
    const register = (email: string) =>
      call('/register', withNewClientAddress({ method: 'POST', body: createAccountRegistrationInput({ email }) }));
    const reset = (identifier: string) =>
      call('/password/reset/ask', withNewClientAddress({ method: 'PUT', body: { identifier } }));
    for (const ask of [register, reset]) {
      const [unknown, existing] = [await ask(createUniqueEmail()), await ask(known)];
      expect([unknown.status, existing.status]).toEqual([200, 200]);
      expect(existing.data).toEqual(unknown.data);
      expect(existing.message).toEqual(unknown.message);
    }
  });

  test('staff see each mail with its reason, and can send it once the address is repaired', async () => {
    await placeOrder(customer);
    const { count, items } = await readFailures();
    expect(count).toBe(2);
    for (const item of items) {
      expect(item).toMatchObject({ isUnrendered: true, canRetry: true, isUncertain: false });
      expect(item.lastError).not.toBe('');
      expect(item.lastError).not.toContain('@');
      expect((await retry(item.id)).status).toBe(409);
    }
    expect((await readFailures()).count).toBe(2);
    await repairSender();
    for (const { id } of items) expect((await retry(id)).status).toBe(200);
    expect((await readFailures()).count).toBe(0);
    const received = await inbox.deliverPending();
    expect(received.flatMap(({ to }) => to).sort()).toEqual([customer.email, 'estate@mail.example'].sort());
    expect((await readMails(api, 40)).map(({ state, draft }) => [state, draft])).toEqual([
      ['SENT', null],
      ['SENT', null],
    ]);
  });
});

test('the failure is an error with a code in the log, without an email address', async () => {
  await breakSender();
  const lines: Record<string, unknown>[] = [];
  const logger = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) });
  const transport = createMailTransport({ smtpUrl: null, dataDir: api.dataDir });
  await inbox.deliverPending();
  await seedOrder(api, customer);
  await placeOrder(customer);
  await runDueJobs(db, { ...createMailJobs({ logger, transport, attachmentBuilders: {} }), logger });
  const reports = lines.filter(({ code }) => code === 'mail_not_rendered');
  expect(reports.map(({ kind, site }) => [kind, site]).sort()).toEqual([
    ['order-confirmation', 40],
    ['order-notice', 40],
  ]);
  expect(JSON.stringify(reports)).not.toContain('@');
});

test('another estate does not see the mails and cannot retry them', async () => {
  await breakSender();
  await placeOrder(customer);
  const stranger = await createCustomer(api, { site: 41, role: 'ADMIN' });
  const [mail] = (await readFailures()).items;
  const options = { site: 41, headers: stranger.headers };
  expect((await call<'GET /admin/today'>('/admin/today', options)).data.failedMails.count).toBe(0);
  expect((await call(`/admin/mail/${mail?.id}/retry`, { ...options, method: 'POST' })).status).toBe(404);
});
