import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { users } from '#server/api/accounts/accounts-tables.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { orders } from '#server/api/orders/orders-tables.ts';
import { reviewsJobs } from '#server/api/reviews/reviews-jobs.ts';
import { reviewRefusals } from '#server/api/reviews/reviews-tables.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { createReviewCalls, resetOrdersAndReviewDelay } from '#tests/support/fixtures/review-calls.ts';
import { insertCompletedOrder, runReviewInvitations } from '#tests/support/fixtures/review-fixtures.ts';
import { createMailReaderRunningJobs } from '#tests/support/servers/mail-reader-running-jobs.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

vi.setConfig({ testTimeout: 120_000 });
const api = await startTestApi();
const { call, db } = api;
const inbox = createMailReaderRunningJobs(api);
let staff: Customer;

beforeAll(async () => {
  for (const site of [40, 41]) await insertSite(db, site, { languages: ['fr_FR', 'en'] });
  staff = await createCustomer(api, { role: 'ADMIN' });
});
beforeEach(async () => {
  await resetOrdersAndReviewDelay(api, inbox);
  for (const site of [40, 41]) await withSiteTransaction(db, site, (tx) => tx.delete(reviewRefusals));
});

const { invite, readInvitations, read } = createReviewCalls(api, inbox, () => staff);
type Mail = NonNullable<Awaited<ReturnType<typeof invite>>['mail']>;

const refuse = (token: string, site = 40) =>
  call<'PUT /review/invitation/refuse'>('/review/invitation/refuse', { method: 'PUT', site, body: { token } });
const choose = ({ headers, site }: Customer, isRefused: boolean) =>
  call<'PUT /user/review/invitation'>('/user/review/invitation', { method: 'PUT', site, headers, body: { isRefused } });
const readChoice = async ({ headers, site }: Customer) =>
  (await call<'GET /user/review/invitation'>('/user/review/invitation', { site, headers })).data.isRefused;
const readRefusals = (site = 40) => withSiteTransaction(db, site, (tx) => tx.select().from(reviewRefusals));
const headerUrl = (mail: Mail | undefined) => mail?.headers['list-unsubscribe']?.slice(1, -1) ?? '';
const refusalToken = (mail: Mail | undefined) => headerUrl(mail).split('/').at(-1) ?? '';

async function inviteToAnotherOrder(customer: Customer) {
  await db.$client.query('delete from rate_limits');
  // An earlier invitation of the last 30 days would suppress this one too.
  await withSiteTransaction(db, customer.site, (tx) => tx.delete(orders));
  await insertCompletedOrder(api, customer);
  await runReviewInvitations(db, customer.site);
  return inbox.deliverPending();
}

describe('the link in an invitation', () => {
  it('is also in the headers of RFC 8058 and at the end of the mail', async () => {
    const { mail } = await invite();
    expect(headerUrl(mail)).toMatch(/^https?:\/\/[^/]+\/review\/refuse\/[0-9a-f-]{36}$/);
    expect(mail?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    expect(mail?.links.at(-1)).toBe(headerUrl(mail));
    expect(mail?.text).toContain(`Ne plus recevoir de demande d’avis\n${headerUrl(mail)}`);
  });

  it('ends the invitations of the address, any number of times, and leaves the present one open', async () => {
    const { mail, customer, token } = await invite();
    const answers = [await refuse(refusalToken(mail)), await refuse(refusalToken(mail))];
    expect(answers.map(({ status, data }) => [status, data])).toEqual([
      [200, {}],
      [200, {}],
    ]);
    expect(await readChoice(customer)).toBe(true);
    expect((await read(token)).status).toBe(200);
    expect(await inviteToAnotherOrder(customer)).toEqual([]);
    expect((await readInvitations()).map(({ tokenHash }) => tokenHash)).toEqual([null]);
  });

  it('covers a guest, in whatever notation the address is typed later', async () => {
    const guest = { id: 0, site: 40, email: `Guest-${process.pid}@Mail.example` };
    await insertCompletedOrder(api, guest, { order: { userId: null } });
    await runReviewInvitations(db);
    const [mail] = await inbox.deliverPending();
    await refuse(refusalToken(mail));
    await withSiteTransaction(db, 40, (tx) => tx.delete(orders));
    const retyped = { ...guest, email: guest.email.toUpperCase() };
    await insertCompletedOrder(api, retyped, { order: { userId: null } });
    await runReviewInvitations(db);
    expect(await inbox.deliverPending()).toEqual([]);
  });

  it('changes nothing at another estate', async () => {
    const { mail, customer } = await invite();
    const abroad = await createCustomer(api, { site: 41, email: customer.email });
    expect((await refuse(refusalToken(mail), 41)).status).toBe(422);
    await refuse(refusalToken(mail));
    expect(await readRefusals(41)).toEqual([]);
    expect(await readChoice(abroad)).toBe(false);
    expect(await inviteToAnotherOrder(abroad)).toHaveLength(1);
  });

  it('is refused alike if it is forged or its order has been anonymised', async () => {
    const { mail } = await invite();
    const forged = await refuse('00000000-0000-4000-8000-000000000000');
    await withSiteTransaction(db, 40, (tx) => tx.update(orders).set({ email: '' }));
    const erased = await refuse(refusalToken(mail));
    expect([forged.status, erased.status]).toEqual([422, 422]);
    expect(erased.text).toBe(forged.text);
    expect((await refuse("' or true --")).status).toBe(400);
    expect(await readRefusals()).toEqual([]);
  });
});

describe('the switch in the account', () => {
  it('stops an invitation that waits to be sent, and can be turned back', async () => {
    const customer = await createCustomer(api);
    expect(await readChoice(customer)).toBe(false);
    await insertCompletedOrder(api, customer);
    await runReviewInvitations(db);
    expect((await choose(customer, true)).data).toEqual({ isRefused: true });
    expect(await inbox.deliverPending()).toEqual([]);
    expect(await inviteToAnotherOrder(customer)).toEqual([]);
    expect((await choose(customer, false)).data).toEqual({ isRefused: false });
    expect(await inviteToAnotherOrder(customer)).toHaveLength(1);
  });

  it('leaves other mails and the invitations of other customers alone', async () => {
    const [customer, other] = [await createCustomer(api), await createCustomer(api)];
    await insertCompletedOrder(api, customer);
    await insertCompletedOrder(api, other);
    await runReviewInvitations(db);
    await choose(customer, true);
    expect((await inbox.deliverPending()).map(({ to }) => to)).toEqual([[other.email]]);
  });
});

describe('a refusal as personal data', () => {
  it('is part of the export and erased with the account', async () => {
    const customer = await createCustomer(api);
    const exported = async () => (await call<'GET /user/export'>('/user/export', { headers: customer.headers })).data;
    expect((await exported()).reviewInvitationsRefusedAt).toBeNull();
    await choose(customer, true);
    expect((await exported()).reviewInvitationsRefusedAt).toMatch(/^\d{4}-\d\d-\d\dT/);
    await call('/user', { method: 'DELETE', headers: customer.headers, body: { password: customer.password } });
    expect(await readRefusals()).toEqual([]);
  });

  it('is on the screen of the customer with its time, for staff of the same estate alone', async () => {
    const [customer, other] = [await createCustomer(api), await createCustomer(api)];
    const foreign = await createCustomer(api, { site: 41, email: other.email });
    await choose(customer, true);
    await choose(foreign, true);
    const readScreen = async ({ id }: Customer) =>
      (await call<'GET /admin/customer/{id}'>(`/admin/customer/${id}`, { headers: staff.headers })).data;
    const [refusal] = await readRefusals();
    expect((await readScreen(customer)).reviewInvitationsRefusedAt).toBe(refusal?.refusedAt.toISOString());
    expect((await readScreen(other)).reviewInvitationsRefusedAt).toBeNull();
  });

  it('is kept for three years, and longer while an account or an order has the address', async () => {
    const [member, buyer] = [await createCustomer(api), await createCustomer(api)];
    await insertCompletedOrder(api, buyer, { order: { userId: null } });
    const keys = [member.email, buyer.email, 'gone@mail.example', 'recent@mail.example'];
    const refusedAt = sql`now() - interval '3 years 1 day'`;
    await withSiteTransaction(db, 40, async (tx) => {
      await tx.delete(users).where(sql`${users.email} = ${buyer.email}`);
      for (const emailKey of keys)
        await tx.insert(reviewRefusals).values(emailKey.startsWith('recent') ? { emailKey } : { emailKey, refusedAt });
      await reviewsJobs.daily['delete-old-reviews'](tx);
    });
    const kept = (await readRefusals()).map(({ emailKey }) => emailKey);
    expect(kept.sort()).toEqual([member.email, buyer.email, 'recent@mail.example'].sort());
  });
});
