import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { newsletterDailyTasks } from '#server/api/newsletter/issues/newsletter-jobs.ts';
import { newsletterSubscriptions } from '#server/api/newsletter/newsletter-tables.ts';
import { createMailbox, createUniqueEmail, withNewClientAddress } from '#tests/support/fixtures/account-fixtures.ts';
import { createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { createVisitForm, storeForm, validVisitAnswers } from '#tests/support/fixtures/form-fixtures.ts';
import { createNewsletterCalls, seedEstatesWithNewsletters } from '#tests/support/fixtures/newsletter-calls.ts';
import { createPlaceOrderInput } from '#tests/support/fixtures/place-order-input.ts';
import { type CallOptions, startTestApi, testApiSecret } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const { call } = api;
const mails = createMailbox(api);
const { subscribe, confirm, unsubscribe, unsubscribeTokenOf } = createNewsletterCalls(api);

beforeAll(() => seedEstatesWithNewsletters(api));

describe('the consent record', () => {
  const rowsOf = (email: string) =>
    withSiteTransaction(api.db, 40, (tx) =>
      tx.select().from(newsletterSubscriptions).where(eq(newsletterSubscriptions.emailKey, email)),
    );

  test('records source, sentence, list, times and truncated networks, and outlives the subscription', async () => {
    const email = createUniqueEmail();
    const headers = { 'x-api-secret': testApiSecret, 'x-client-address': '203.0.113.77' };
    await subscribe({ email }, { lang: 'en', headers });
    await confirm(await mails.latestToken(email, '/newsletter/confirm/'), {
      headers: { ...headers, 'x-client-address': '2001:db8:1:2:3:4:5:6' },
    });
    await unsubscribe(await unsubscribeTokenOf(email));
    const [row, ...others] = await rowsOf(email);
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      listId: 1,
      source: 'FOOTER',
      sentence: expect.stringMatching(/^Newsletter “The letter” – .+/),
      lang: 'en',
      requestNetwork: '203.0.113.0/24',
      confirmationNetwork: '2001:db8:1::/48',
      requestedAt: expect.any(Date),
      endedAt: expect.any(Date),
    });
  });

  test('is kept for three years after the end of the subscription', async () => {
    const [old, recent] = [createUniqueEmail(), createUniqueEmail()];
    const yearsAgo = (years: number) => new Date(Date.now() - years * 366 * 86_400_000);
    const ended = (email: string, endedAt: Date) => ({ email, emailKey: email, listId: 1, endedAt });
    await withSiteTransaction(api.db, 40, (tx) =>
      tx.insert(newsletterSubscriptions).values([ended(old, yearsAgo(3)), ended(recent, yearsAgo(2))]),
    );
    await withSiteTransaction(api.db, 40, async (tx) => newsletterDailyTasks['erase-newsletter-subscriptions']?.(tx));
    expect([(await rowsOf(old)).length, (await rowsOf(recent)).length]).toEqual([0, 1]);
  });

  test('records a renewed consent in a row of its own', async () => {
    const email = createUniqueEmail();
    for (let round = 0; round < 2; round++) {
      await subscribe({ email });
      await confirm(await mails.latestToken(email, '/newsletter/confirm/'));
      if (round === 0) await unsubscribe(await unsubscribeTokenOf(email));
    }
    expect((await rowsOf(email)).map(({ endedAt }) => endedAt === null)).toEqual([false, true]);
  });
});

test('an account shows subscriptions that wait for their confirmation', async () => {
  const { email, headers } = await createCustomer(api);
  await call('/user/newsletter/subscription', { method: 'PUT', headers, body: { lists: [2] } });
  await subscribe({ email });
  const read = await call<'GET /user/newsletter/subscription'>('/user/newsletter/subscription', { headers });
  const since = expect.stringMatching(/Z$/);
  expect(read.data).toEqual({
    lists: [2],
    subscriptions: [
      { id: 2, state: 'CONFIRMED', since },
      { id: 1, state: 'PENDING', since },
    ],
  });
});

describe('the box of the checkout', () => {
  const rowsOf = (email: string) =>
    withSiteTransaction(api.db, 40, (tx) =>
      tx.select().from(newsletterSubscriptions).where(eq(newsletterSubscriptions.emailKey, email)),
    );
  const order = (overrides: object, options: CallOptions = {}) =>
    call(
      '/order',
      withNewClientAddress({ method: 'POST', lang: 'en', body: createPlaceOrderInput(overrides), ...options }),
    );

  test('subscribes a logged-in customer at once, with the sentence as consent record', async () => {
    const { email, headers } = await createCustomer(api);
    const { status } = await order({ newsletter: true }, { headers });
    expect(status).toBe(200);
    expect(await rowsOf(email)).toMatchObject([
      { listId: 1, source: 'CHECKOUT', sentence: expect.stringContaining('“The letter”'), endedAt: null },
    ]);
  });

  test('asks a guest to confirm the address by mail, and subscribes no one without the box', async () => {
    const [email, other] = [createUniqueEmail(), createUniqueEmail()];
    const user = (address: string) => ({ phone: '05 45 00 00 00', email: address, birthdate: '1979-03-02' });
    expect((await order({ newsletter: true, user: user(email) })).status).toBe(200);
    const withoutBox = await order({ user: user(other), products: [{ id: 21, quantity: 6 }] });
    expect([withoutBox.status, withoutBox.message]).toEqual([200, '']);
    expect(await rowsOf(email)).toEqual([]);
    await confirm(await mails.latestToken(email, '/newsletter/confirm/'));
    expect(await rowsOf(email)).toMatchObject([{ listId: 1, source: 'CHECKOUT' }]);
    expect((await mails.mailsFor(other)).flatMap(({ links }) => links).join()).not.toContain('/newsletter/');
  });
});

describe('the consent field of a form', () => {
  test('asks the sender to confirm the subscription to its newsletter', async () => {
    const email = createUniqueEmail();
    const label = { fr_FR: 'Je souhaite recevoir « Primeurs »', en: 'I would like to receive “En primeur”' };
    const form = createVisitForm();
    await storeForm(api.db, 40, {
      ...form,
      fields: [...form.fields, { type: 'consent', name: 'letter', label, newsletterList: 2 }],
    });
    const send = (body: object) =>
      call('/forms/7/submit', withNewClientAddress({ method: 'POST', body: { ...validVisitAnswers, ...body } }));
    expect((await send({ email, letter: true })).status).toBe(200);
    expect((await send({ email: createUniqueEmail() })).status).toBe(200);
    await confirm(await mails.latestToken(email, '/newsletter/confirm/'));
    const rows = await withSiteTransaction(api.db, 40, (tx) =>
      tx.select().from(newsletterSubscriptions).where(eq(newsletterSubscriptions.source, 'FORM')),
    );
    expect(rows).toMatchObject([{ email, listId: 2, formId: 7, sentence: label.fr_FR }]);
  });
});
