import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { reviewInvitations } from '#server/api/reviews/reviews-tables.ts';
import { withdrawals } from '#server/api/withdrawals/withdrawals-tables.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { createReviewCalls, resetOrdersAndReviewDelay } from '#tests/support/fixtures/review-calls.ts';
import { insertCompletedOrder, runReviewInvitations, setReviewDelay } from '#tests/support/fixtures/review-fixtures.ts';
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

beforeEach(() => resetOrdersAndReviewDelay(api, inbox));

const { read, submit, listForStaff, moderate, readPublished, readInvitations, invite } = createReviewCalls(
  api,
  inbox,
  () => staff,
);
const withdraw = (token: string, line: number | null = 0) =>
  call('/review/withdraw', { method: 'PUT', body: { token, line } });

describe('the hourly invitations', () => {
  it('mail one invitation for each completed order, 14 days after its completion', async () => {
    const { mail, customer } = await invite();
    expect(mail?.subject).toBe('Que pensez-vous de votre commande\u202f?');
    expect(mail?.text).toContain('Aucune contrepartie');
    await insertCompletedOrder(api, await createCustomer(api), { daysAgo: 13 });
    await insertCompletedOrder(api, await createCustomer(api), { daysAgo: 60 });
    await runReviewInvitations(db);
    expect(await inbox.deliverPending()).toEqual([]);
    expect(customer.email).toBe(mail?.to[0]);
  });

  it('mail once when several workers run at the same time', async () => {
    await insertCompletedOrder(api, await createCustomer(api));
    await Promise.all([runReviewInvitations(db), runReviewInvitations(db), runReviewInvitations(db)]);
    expect(await inbox.deliverPending()).toHaveLength(1);
  });

  it('leave out orders that are returned, withdrawn from or anonymised', async () => {
    const customer = await createCustomer(api);
    await insertCompletedOrder(api, customer, { order: { state: 'RETURNED' } });
    await insertCompletedOrder(api, await createCustomer(api), { order: { email: '' } });
    const withdrawn = await insertCompletedOrder(api, await createCustomer(api));
    const declaration = {
      name: 'C. Vignaud',
      email: 'c@mail.example',
      orderNumber: '1',
      message: '',
      receivedAt: new Date(),
    };
    await withSiteTransaction(db, 40, (tx) => tx.insert(withdrawals).values({ ...declaration, orderId: withdrawn }));
    await runReviewInvitations(db);
    expect(await inbox.deliverPending()).toEqual([]);
    expect(await readInvitations()).toEqual([]);
  });

  it('pass over the second order of a customer within 30 days, for good', async () => {
    const { customer } = await invite();
    await insertCompletedOrder(api, customer);
    await runReviewInvitations(db);
    await runReviewInvitations(db);
    expect(await inbox.deliverPending()).toEqual([]);
    expect((await readInvitations()).map(({ tokenHash }) => tokenHash === null).sort()).toEqual([false, true]);
  });

  it('send one mailbox at most two invitations a day over all sites, and all further invitations later', async () => {
    const email = 'many-estates@mail.example';
    for (const [site, tag] of [
      [40, '+a'],
      [40, '+b'],
      [41, '+c'],
    ] as const) {
      const customer = await createCustomer(api, { site, email: email.replace('@', `${tag}@`) });
      await insertCompletedOrder(api, customer);
    }
    await runReviewInvitations(db);
    await runReviewInvitations(db, 41);
    expect(await inbox.deliverPending()).toHaveLength(2);
    await db.$client.query('delete from rate_limits');
    await runReviewInvitations(db, 41);
    expect(await inbox.deliverPending()).toHaveLength(1);
  });

  it('are off while the delay is negative', async () => {
    await setReviewDelay(db, 40, -1);
    expect((await invite()).mail).toBeUndefined();
  });
});

describe('the invitation to write a review', () => {
  it('shows the lines of the order and the estate, and proposes first name and initial', async () => {
    const { token } = await invite({ lines: [{}, { productId: 2, name: 'Le Grand Chêne' }] });
    const { data } = await read(token);
    expect(data).toMatchObject({ proposedAuthor: 'Camille V.', canWrite: true });
    expect(data.subjects).toEqual([
      { line: 0, name: 'Cuvée Été', review: null },
      { line: 1, name: 'Le Grand Chêne', review: null },
      { line: null, name: 'Estate 40', review: null },
    ]);
  });

  it('saves one review for each line and one for the estate, unpublished', async () => {
    const { token } = await invite();
    expect((await submit(token)).data).toEqual({ state: 'PENDING' });
    expect((await submit(token, { line: null, rating: 5 })).status).toBe(200);
    expect((await submit(token, { rating: 1 })).status).toBe(409);
    expect((await submit(token, { line: 7 })).status).toBe(422);
    expect((await listForStaff()).total).toBe(2);
    expect((await readPublished()).summary).toEqual({ average: null, count: 0, distribution: [0, 0, 0, 0, 0] });
  });

  it('saves one review of 50 simultaneous submissions of a form', async () => {
    const { token } = await invite();
    const answers = await Promise.all(Array.from({ length: 50 }, () => submit(token)));
    expect(answers.map(({ status }) => status)).toEqual(new Array(50).fill(200));
    expect((await listForStaff()).total).toBe(1);
  });

  it.each([[0], [6], [4.5]])('refuses the rating %s with 400', async (rating) => {
    const { token } = await invite();
    expect((await submit(token, { rating })).status).toBe(400);
  });

  it('refuses forged, expired and foreign tokens with 422', async () => {
    const { token, orderId } = await invite();
    for (const forged of ['x'.repeat(43), token.slice(0, -1)]) {
      expect((await read(forged)).status).toBe(422);
      expect((await submit(forged)).status).toBe(422);
      expect((await withdraw(forged)).status).toBe(422);
    }
    expect((await submit(token, {}, 41)).status).toBe(422);
    expect((await read(token, 41)).status).toBe(422);
    await withSiteTransaction(db, 40, (tx) =>
      tx
        .update(reviewInvitations)
        .set({ expiresAt: new Date(0) })
        .where(eq(reviewInvitations.orderId, orderId)),
    );
    expect((await read(token)).status).toBe(422);
    expect((await submit(token)).status).toBe(422);
  });

  it('limits the tokens that one client can try', async () => {
    const answers: number[] = [];
    for (let attempt = 0; attempt < 62; attempt++) answers.push((await read('y'.repeat(43))).status);
    expect(answers.at(-1)).toBe(429);
  });
});

describe('withdrawing a review', () => {
  it('deletes a published review, also after the period, and notifies the storefronts', async () => {
    const { token, orderId } = await invite();
    await submit(token);
    const [review] = (await listForStaff()).reviews;
    await moderate(review?.id ?? 0, { revision: 0, state: 'PUBLISHED' });
    await withSiteTransaction(db, 40, (tx) =>
      tx
        .update(reviewInvitations)
        .set({ expiresAt: new Date(0) })
        .where(eq(reviewInvitations.orderId, orderId)),
    );
    expect((await read(token)).data).toMatchObject({ canWrite: false });
    const { rows: before } = await db.$client.query('select change_count from sites where id = 40');
    expect((await withdraw(token)).status).toBe(200);
    expect((await withdraw(token)).status).toBe(200);
    const { rows: after } = await db.$client.query('select change_count from sites where id = 40');
    expect(Number(after[0].change_count)).toBe(Number(before[0].change_count) + 1);
    expect((await readPublished()).reviews).toEqual([]);
  });
});
