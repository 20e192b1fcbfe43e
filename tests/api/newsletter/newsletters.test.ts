import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { singleUseTokens } from '#server/api/accounts/accounts-tables.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { rateLimitRules } from '#server/api/limits/rate-limiter.ts';
import { createMailbox, createUniqueEmail, withNewClientAddress } from '#tests/support/fixtures/account-fixtures.ts';
import { createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { createNewsletterCalls, seedEstatesWithNewsletters } from '#tests/support/fixtures/newsletter-calls.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const { call } = api;
const mails = createMailbox(api);
const { subscribe, confirm, subscriptionsOf } = createNewsletterCalls(api);

beforeAll(() => seedEstatesWithNewsletters(api));

describe('GET /user/newsletter/lists', () => {
  test('returns the lists in order and in the caller’s language', async () => {
    const { data } = await call<'GET /user/newsletter/lists'>('/user/newsletter/lists', { lang: 'en' });
    expect(data.lists).toEqual([
      { id: 1, name: 'The letter', description: '' },
      { id: 2, name: 'En primeur', description: '' },
    ]);
  });

  test('returns no lists when the newsletters are switched off', async () => {
    const { data } = await call<'GET /user/newsletter/lists'>('/user/newsletter/lists', { site: 42 });
    expect(data.lists).toEqual([]);
    expect((await subscribe({ email: createUniqueEmail() }, { site: 42 })).status).toBe(422);
    const { headers } = await createCustomer(api, { site: 42 });
    const options = { method: 'PUT', site: 42, headers, body: { lists: [1] } } as const;
    expect((await call('/user/newsletter/subscription', options)).status).toBe(422);
  });
});

describe('PUT /user/newsletter/subscription', () => {
  test('replaces the customer’s subscriptions immediately', async () => {
    const { email, headers } = await createCustomer(api);
    const choose = (lists: number[]) =>
      call<'PUT /user/newsletter/subscription'>('/user/newsletter/subscription', {
        method: 'PUT',
        headers,
        body: { lists },
      });
    expect((await choose([2, 1, 2])).data.lists).toEqual([1, 2]);
    expect((await choose([2])).data.lists).toEqual([2]);
    const read = await call<'GET /user/newsletter/subscription'>('/user/newsletter/subscription', { headers });
    expect(read.data.lists).toEqual([2]);
    expect((await choose([])).data.lists).toEqual([]);
    expect(await subscriptionsOf(email)).toEqual([]);
  });

  test('rejects unknown lists with 422 and malformed ones with 400', async () => {
    const { email, headers } = await createCustomer(api);
    const put = (lists: unknown) =>
      call('/user/newsletter/subscription', { method: 'PUT', lang: 'en', headers, body: { lists } });
    const answer = await put([1, 99]);
    expect([answer.status, answer.errors]).toEqual([
      422,
      { lists: 'Please choose from the newsletters that the estate offers.' },
    ]);
    for (const lists of [[0], [-1], [1.5], ['1'], 'all', null, Array.from({ length: 101 }, (_, id) => id + 1)])
      expect((await put(lists)).status).toBe(400);
    expect(await subscriptionsOf(email)).toEqual([]);
  });

  test('leaves the subscriptions of the same address at another estate unchanged', async () => {
    const { email, headers } = await createCustomer(api);
    const namesake = await createCustomer(api, { site: 41, email });
    const put = (site: number, own: Record<string, string>, lists: number[]) =>
      call('/user/newsletter/subscription', { method: 'PUT', site, headers: own, body: { lists } });
    await put(41, namesake.headers, [1]);
    await put(40, headers, []);
    expect(await subscriptionsOf(email, 41)).toEqual([1]);
  });
});

describe('POST /newsletter/subscribe', () => {
  test('subscribes only after the link in the mail has been followed', async () => {
    const email = 'Reader.One@mail.example';
    const answer = await subscribe({ email }, { lang: 'en' });
    expect([answer.status, answer.data]).toEqual([200, {}]);
    expect(await subscriptionsOf(email)).toEqual([]);
    const [mail] = await mails.mailsFor(email);
    expect(mail?.subject).toBe('One click, and you will hear from Chênes');
    expect(mail?.text).toContain('The letter');
    expect(mail?.text).not.toContain('En primeur');
    expect(mail?.text).toContain('/newsletter/unsubscribe');
    const link = await mails.latestLink(email, '/newsletter/confirm/');
    expect(new URL(link).pathname).toMatch(/^\/newsletter\/confirm\/[\w-]{43}$/);
    const token = link.split('/').at(-1) ?? '';
    expect((await confirm(token, { site: 41 })).status).toBe(422);
    expect((await confirm(token)).status).toBe(200);
    expect((await confirm(token)).status).toBe(422);
    expect(await subscriptionsOf(email)).toEqual([1]);
  });

  test('adds a list to an existing subscription', async () => {
    const email = createUniqueEmail();
    for (const lists of [[2], [1]]) {
      await subscribe({ email, lists });
      await confirm(await mails.latestToken(email, '/newsletter/confirm/'));
    }
    expect(await subscriptionsOf(email)).toEqual([1, 2]);
  });

  test('responds identically to a subscribed and an unknown address', async () => {
    const { email, headers } = await createCustomer(api);
    await call('/user/newsletter/subscription', { method: 'PUT', headers, body: { lists: [1] } });
    const [known, unknown] = [await subscribe({ email }), await subscribe({ email: createUniqueEmail() })];
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
  });

  test('sends a confirmation link that expires after a week', async () => {
    const email = createUniqueEmail();
    await subscribe({ email });
    const token = await mails.latestToken(email, '/newsletter/confirm/');
    const rows = await withSiteTransaction(api.db, 40, (tx) => tx.select().from(singleUseTokens));
    const own = rows.find(({ subscription }) => subscription?.email === email);
    expect((own?.expiresAt.getTime() ?? 0) - (own?.createdAt.getTime() ?? 0)).toBe(7 * 86_400_000);
    await withSiteTransaction(api.db, 40, (tx) =>
      tx
        .update(singleUseTokens)
        .set({ expiresAt: new Date(Date.now() - 1_000) })
        .where(eq(singleUseTokens.tokenHash, own?.tokenHash ?? '')),
    );
    expect((await confirm(token)).status).toBe(422);
    expect(await subscriptionsOf(email)).toEqual([]);
  });

  test.each([
    ['an unknown list', { lists: [99] }, 422],
    ['a known and an unknown list', { lists: [1, 99] }, 422],
    ['an empty choice of lists', { lists: [] }, 422],
    ['malformed list ids', { lists: ['1'] }, 400],
    ['a malformed address', { email: 'somebody' }, 400],
    ['an unknown field', { name: 'Somebody' }, 400],
  ])('rejects %s', async (_, own, status) => {
    const email = createUniqueEmail();
    expect((await subscribe({ email, ...own })).status).toBe(status);
    expect(await mails.mailsFor(email)).toEqual([]);
  });

  test('limits the mails to one address and the subscriptions from one network', async () => {
    const email = createUniqueEmail();
    const { points } = rateLimitRules['mail-recipient'];
    for (let attempt = 0; attempt < points; attempt++) expect((await subscribe({ email })).status).toBe(200);
    expect((await subscribe({ email: email.toUpperCase() })).status).toBe(429);
    expect(await mails.mailsFor(email)).toHaveLength(points);

    const client = withNewClientAddress({ method: 'POST' });
    const statuses: number[] = [];
    for (let attempt = 0; attempt <= rateLimitRules['newsletter-client'].points; attempt++)
      statuses.push((await call('/newsletter/subscribe', { ...client, body: { email: createUniqueEmail() } })).status);
    expect(new Set(statuses.slice(0, -1))).toEqual(new Set([200]));
    expect(statuses.at(-1)).toBe(429);
  });
});
