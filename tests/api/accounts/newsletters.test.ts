import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { linkTokens, newsletterSubscriptions } from '#server/api/accounts/accounts-tables.ts';
import { inSite } from '#server/api/database/site-transaction.ts';
import { rateLimitRules } from '#server/api/limits/rate-limits.ts';
import { parameters } from '#server/api/site/site-tables.ts';
import { fillTwoEstates, fromElsewhere, mailbox, someAddress } from '#tests/support/fixtures/accounts-estates.ts';
import { newCustomer } from '#tests/support/fixtures/customer.ts';
import { fillEstate } from '#tests/support/fixtures/fill-estate.ts';
import { fillShop } from '#tests/support/fixtures/fill-shop.ts';
import { type CallOptions, testApi } from '#tests/support/servers/test-api.ts';

const api = await testApi();
const { call } = api;
const mails = mailbox(api);

beforeAll(async () => {
  await fillTwoEstates(api);
  // An estate that writes no newsletters, though it has lists.
  await fillEstate(api.db, api.filesDir, { id: 42, mark: 'Silence' });
  await fillShop(api.db, 42);
  await inSite(api.db, 42, (tx) => tx.insert(parameters).values({ type: 'NEWSLETTER', value: false }));
});

const subscribe = (body: unknown, options: CallOptions = {}) =>
  call('/newsletter/subscribe', fromElsewhere({ method: 'POST', body, ...options }));
const confirm = (token: string, options: CallOptions = {}) =>
  call('/newsletter/confirm', fromElsewhere({ method: 'PUT', body: { token }, ...options }));
const subscriptionsOf = async (email: string, site = 40) => {
  const rows = await inSite(api.db, site, (tx) =>
    tx.select().from(newsletterSubscriptions).where(eq(newsletterSubscriptions.emailKey, email.toLowerCase())),
  );
  return rows.map(({ listId }) => listId).sort();
};

describe('the newsletters', () => {
  test('are told in order, in the caller’s language', async () => {
    const { data } = await call<'GET /user/newsletter/lists'>('/user/newsletter/lists', { lang: 'en' });
    expect(data.lists).toEqual([
      { id: 1, name: 'The letter', description: '' },
      { id: 2, name: 'En primeur', description: '' },
    ]);
  });

  test('are none where the estate writes none', async () => {
    const { data } = await call<'GET /user/newsletter/lists'>('/user/newsletter/lists', { site: 42 });
    expect(data.lists).toEqual([]);
    expect((await subscribe({ email: someAddress() }, { site: 42 })).status).toBe(422);
    const { headers } = await newCustomer(api, { site: 42 });
    const wanted = { method: 'PUT', site: 42, headers, body: { lists: [1] } } as const;
    expect((await call('/user/newsletter/subscription', wanted)).status).toBe(422);
  });
});

describe('a customer', () => {
  test('chooses among them, and what is chosen holds at once', async () => {
    const { email, headers } = await newCustomer(api);
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

  test('cannot choose what there is not', async () => {
    const { email, headers } = await newCustomer(api);
    const put = (lists: unknown) =>
      call('/user/newsletter/subscription', { method: 'PUT', lang: 'en', headers, body: { lists } });
    const answer = await put([1, 99]);
    expect([answer.status, answer.errors]).toEqual([
      422,
      { lists: 'Please choose among the newsletters that the estate offers.' },
    ]);
    for (const lists of [[0], [-1], [1.5], ['1'], 'all', null, Array.from({ length: 101 }, (_, id) => id + 1)])
      expect((await put(lists)).status).toBe(400);
    expect(await subscriptionsOf(email)).toEqual([]);
  });

  test('keeps what another estate’s namesake chose', async () => {
    const { email, headers } = await newCustomer(api);
    const namesake = await newCustomer(api, { site: 41, email });
    const put = (site: number, own: Record<string, string>, lists: number[]) =>
      call('/user/newsletter/subscription', { method: 'PUT', site, headers: own, body: { lists } });
    await put(41, namesake.headers, [1]);
    await put(40, headers, []);
    expect(await subscriptionsOf(email, 41)).toEqual([1]);
  });
});

describe('anybody', () => {
  test('subscribes by a link in a mail, and not before', async () => {
    const email = 'Reader.One@mail.example';
    const answer = await subscribe({ email }, { lang: 'en' });
    expect([answer.status, answer.data]).toEqual([200, {}]);
    expect(await subscriptionsOf(email)).toEqual([]);
    const [mail] = await mails.of(email);
    expect(mail?.subject).toBe('One click, and you will hear from Chênes');
    expect(mail?.text).toMatch(/The letter\s+En primeur/);
    const link = await mails.linkOf(email, '/newsletter/confirm/');
    expect(new URL(link).pathname).toMatch(/^\/newsletter\/confirm\/[\w-]{43}$/);
    const token = link.split('/').at(-1) ?? '';
    expect((await confirm(token, { site: 41 })).status).toBe(422);
    expect((await confirm(token)).status).toBe(200);
    expect((await confirm(token)).status).toBe(422);
    expect(await subscriptionsOf(email)).toEqual([1, 2]);
  });

  test('may choose one, and come again for another', async () => {
    const email = someAddress();
    for (const lists of [[2], [1]]) {
      await subscribe({ email, lists });
      await confirm(await mails.tokenOf(email, '/newsletter/confirm/'));
    }
    expect(await subscriptionsOf(email)).toEqual([1, 2]);
  });

  test('gets the same answer whether an address is subscribed, a customer’s or unknown', async () => {
    const { email, headers } = await newCustomer(api);
    await call('/user/newsletter/subscription', { method: 'PUT', headers, body: { lists: [1] } });
    const [known, unknown] = [await subscribe({ email }), await subscribe({ email: someAddress() })];
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
  });

  test('has a week for the link', async () => {
    const email = someAddress();
    await subscribe({ email });
    const token = await mails.tokenOf(email, '/newsletter/confirm/');
    const rows = await inSite(api.db, 40, (tx) => tx.select().from(linkTokens));
    const own = rows.find(({ subscription }) => subscription?.email === email);
    expect((own?.expiresAt.getTime() ?? 0) - (own?.createdAt.getTime() ?? 0)).toBe(7 * 86_400_000);
    await inSite(api.db, 40, (tx) =>
      tx
        .update(linkTokens)
        .set({ expiresAt: new Date(Date.now() - 1_000) })
        .where(eq(linkTokens.tokenHash, own?.tokenHash ?? '')),
    );
    expect((await confirm(token)).status).toBe(422);
    expect(await subscriptionsOf(email)).toEqual([]);
  });

  test.each([
    ['a list that there is not', { lists: [99] }, 422],
    ['one that there is and one that there is not', { lists: [1, 99] }, 422],
    ['no list at all', { lists: [] }, 422],
    ['lists that are none', { lists: ['1'] }, 400],
    ['an address that is none', { email: 'somebody' }, 400],
    ['more than is asked for', { name: 'Somebody' }, 400],
  ])('is refused %s', async (_, own, status) => {
    const email = someAddress();
    expect((await subscribe({ email, ...own })).status).toBe(status);
    expect(await mails.of(email)).toEqual([]);
  });

  test('cannot flood an address with mails, nor the estate with addresses', async () => {
    const email = someAddress();
    const { points } = rateLimitRules['mail-recipient'];
    for (let tried = 0; tried < points; tried++) expect((await subscribe({ email })).status).toBe(200);
    expect((await subscribe({ email: email.toUpperCase() })).status).toBe(429);
    expect(await mails.of(email)).toHaveLength(points);

    const here = fromElsewhere({ method: 'POST' });
    const statuses: number[] = [];
    for (let tried = 0; tried <= rateLimitRules['newsletter-address'].points; tried++)
      statuses.push((await call('/newsletter/subscribe', { ...here, body: { email: someAddress() } })).status);
    expect(new Set(statuses.slice(0, -1))).toEqual(new Set([200]));
    expect(statuses.at(-1)).toBe(429);
  });
});
