import { and, eq, isNull } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { mailLinkTokens } from '#server/api/accounts/accounts-tables.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { rateLimitRules } from '#server/api/limits/rate-limits.ts';
import { mails as mailsTable } from '#server/api/mail/mail-tables.ts';
import { exportSubscribersAsCsv } from '#server/api/newsletter/export-subscribers.ts';
import { newsletterDailyTasks } from '#server/api/newsletter/newsletter.ts';
import { newsletterSubscriptions } from '#server/api/newsletter/newsletter-tables.ts';
import { parameters } from '#server/api/site/site-tables.ts';
import {
  createMailbox,
  seedTwoEstates,
  uniqueEmail,
  withNewClientAddress,
} from '#tests/support/fixtures/account-fixtures.ts';
import { createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { storeForm, validVisit, visitForm } from '#tests/support/fixtures/form-fixtures.ts';
import { placeOrderInput } from '#tests/support/fixtures/place-order-input.ts';
import { readListExports } from '#tests/support/fixtures/read-list-exports.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { seedShop } from '#tests/support/fixtures/seed-shop.ts';
import { type CallOptions, startTestApi, testApiSecret } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const { call } = api;
const mails = createMailbox(api);

beforeAll(async () => {
  await seedTwoEstates(api);
  // Estate 42 has newsletter lists, but its newsletters are switched off.
  await seedEstate(api.db, api.filesDir, { id: 42, mark: 'Silence' });
  await seedShop(api.db, 42);
  await withSiteTransaction(api.db, 42, (tx) => tx.insert(parameters).values({ type: 'NEWSLETTER', value: false }));
});

const subscribe = (body: unknown, options: CallOptions = {}) =>
  call('/newsletter/subscribe', withNewClientAddress({ method: 'POST', body, ...options }));
const confirm = (token: string, options: CallOptions = {}) =>
  call('/newsletter/confirm', withNewClientAddress({ method: 'PUT', body: { token }, ...options }));
const subscriptionsOf = async (email: string, site = 40) => {
  const rows = await withSiteTransaction(api.db, site, (tx) =>
    tx
      .select()
      .from(newsletterSubscriptions)
      .where(and(eq(newsletterSubscriptions.emailKey, email.toLowerCase()), isNull(newsletterSubscriptions.endedAt))),
  );
  return rows.map(({ listId }) => listId).sort();
};

const unsubscribe = (token: string, options: CallOptions = {}) =>
  call<'PUT /newsletter/unsubscribe'>(
    '/newsletter/unsubscribe',
    withNewClientAddress({ method: 'PUT', lang: 'en', body: { token }, ...options }),
  );
const unsubscribeTokenOf = async (email: string, list = 0) => {
  const rows = await withSiteTransaction(api.db, 40, (tx) =>
    tx.select().from(newsletterSubscriptions).where(eq(newsletterSubscriptions.emailKey, email)),
  );
  return rows.find(({ listId }) => list === 0 || listId === list)?.unsubscribeToken ?? '';
};

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
    expect((await subscribe({ email: uniqueEmail() }, { site: 42 })).status).toBe(422);
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
    const email = uniqueEmail();
    for (const lists of [[2], [1]]) {
      await subscribe({ email, lists });
      await confirm(await mails.latestToken(email, '/newsletter/confirm/'));
    }
    expect(await subscriptionsOf(email)).toEqual([1, 2]);
  });

  test('answers a subscribed and an unknown address identically', async () => {
    const { email, headers } = await createCustomer(api);
    await call('/user/newsletter/subscription', { method: 'PUT', headers, body: { lists: [1] } });
    const [known, unknown] = [await subscribe({ email }), await subscribe({ email: uniqueEmail() })];
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
  });

  test('sends a confirmation link that expires after a week', async () => {
    const email = uniqueEmail();
    await subscribe({ email });
    const token = await mails.latestToken(email, '/newsletter/confirm/');
    const rows = await withSiteTransaction(api.db, 40, (tx) => tx.select().from(mailLinkTokens));
    const own = rows.find(({ subscription }) => subscription?.email === email);
    expect((own?.expiresAt.getTime() ?? 0) - (own?.createdAt.getTime() ?? 0)).toBe(7 * 86_400_000);
    await withSiteTransaction(api.db, 40, (tx) =>
      tx
        .update(mailLinkTokens)
        .set({ expiresAt: new Date(Date.now() - 1_000) })
        .where(eq(mailLinkTokens.tokenHash, own?.tokenHash ?? '')),
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
    const email = uniqueEmail();
    expect((await subscribe({ email, ...own })).status).toBe(status);
    expect(await mails.mailsFor(email)).toEqual([]);
  });

  test('limits the mails to one address and the subscriptions from one network', async () => {
    const email = uniqueEmail();
    const { points } = rateLimitRules['mail-recipient'];
    for (let attempt = 0; attempt < points; attempt++) expect((await subscribe({ email })).status).toBe(200);
    expect((await subscribe({ email: email.toUpperCase() })).status).toBe(429);
    expect(await mails.mailsFor(email)).toHaveLength(points);

    const client = withNewClientAddress({ method: 'POST' });
    const statuses: number[] = [];
    for (let attempt = 0; attempt <= rateLimitRules['newsletter-client'].points; attempt++)
      statuses.push((await call('/newsletter/subscribe', { ...client, body: { email: uniqueEmail() } })).status);
    expect(new Set(statuses.slice(0, -1))).toEqual(new Set([200]));
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('PUT /newsletter/unsubscribe', () => {
  const ask = (email: string, options: CallOptions = {}) =>
    call('/newsletter/unsubscribe/ask', withNewClientAddress({ method: 'PUT', body: { email }, ...options }));
  const follow = (token: string, options: CallOptions = {}) =>
    call('/newsletter/unsubscribe', withNewClientAddress({ method: 'PUT', body: { token }, ...options }));
  const subscribed = async (lists = [1, 2]) => {
    const email = uniqueEmail();
    await subscribe({ email, lists });
    await confirm(await mails.latestToken(email, '/newsletter/confirm/'));
    return email;
  };

  test('ends all subscriptions of an address without an account by the link in a mail', async () => {
    const email = await subscribed();
    const other = await subscribed();
    expect((await ask(email.toUpperCase(), { lang: 'en' })).status).toBe(200);
    expect(await subscriptionsOf(email)).toEqual([1, 2]);
    const token = await mails.latestToken(email.toUpperCase(), '/newsletter/unsubscribe/');
    expect((await follow(token, { site: 41 })).status).toBe(422);
    expect((await follow(token)).status).toBe(200);
    expect(await subscriptionsOf(email)).toEqual([]);
    expect(await subscriptionsOf(other)).toEqual([1, 2]);
    expect((await follow(token)).status).toBe(422);
  });

  test('revokes the links that would subscribe the address again', async () => {
    const email = await subscribed([1]);
    await subscribe({ email, lists: [2] });
    const subscription = await mails.latestToken(email, '/newsletter/confirm/');
    await ask(email);
    await follow(await mails.latestToken(email, '/newsletter/unsubscribe/'));
    expect((await confirm(subscription)).status).toBe(422);
  });

  test('answers a subscribed and an unknown address alike and mails only the former', async () => {
    const [known, unknown] = [await subscribed(), uniqueEmail()];
    const [first, second] = [await ask(known), await ask(unknown)];
    expect([first.status, first.text]).toEqual([second.status, second.text]);
    expect(await mails.mailsFor(unknown)).toEqual([]);
  });

  test('accepts no link of another purpose', async () => {
    const email = uniqueEmail();
    await subscribe({ email });
    expect((await follow(await mails.latestToken(email, '/newsletter/confirm/'))).status).toBe(422);
  });
});

describe('the proof of consent', () => {
  const rowsOf = (email: string) =>
    withSiteTransaction(api.db, 40, (tx) =>
      tx.select().from(newsletterSubscriptions).where(eq(newsletterSubscriptions.emailKey, email)),
    );

  test('records source, sentence, list, times and truncated networks, and outlives the subscription', async () => {
    const email = uniqueEmail();
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
    const [old, recent] = [uniqueEmail(), uniqueEmail()];
    const yearsAgo = (years: number) => new Date(Date.now() - years * 366 * 86_400_000);
    const ended = (email: string, endedAt: Date) => ({ email, emailKey: email, listId: 1, endedAt });
    await withSiteTransaction(api.db, 40, (tx) =>
      tx.insert(newsletterSubscriptions).values([ended(old, yearsAgo(3)), ended(recent, yearsAgo(2))]),
    );
    await withSiteTransaction(api.db, 40, async (tx) => newsletterDailyTasks['erase-newsletter-subscriptions']?.(tx));
    expect([(await rowsOf(old)).length, (await rowsOf(recent)).length]).toEqual([0, 1]);
  });

  test('records a renewed consent in a row of its own', async () => {
    const email = uniqueEmail();
    for (let round = 0; round < 2; round++) {
      await subscribe({ email });
      await confirm(await mails.latestToken(email, '/newsletter/confirm/'));
      if (round === 0) await unsubscribe(await unsubscribeTokenOf(email));
    }
    expect((await rowsOf(email)).map(({ endedAt }) => endedAt === null)).toEqual([false, true]);
  });
});

describe('mails of a newsletter', () => {
  const subscribed = async (lists = [1, 2]) => {
    const email = uniqueEmail();
    await subscribe({ email, lists }, { lang: 'en' });
    await confirm(await mails.latestToken(email, '/newsletter/confirm/'), { lang: 'en' });
    return email;
  };

  test('have the headers with which mail programs unsubscribe by one click', async () => {
    const email = await subscribed([2]);
    const welcome = (await mails.mailsFor(email)).at(-1);
    expect(welcome?.subject).toBe('You are subscribed to “En primeur”');
    const token = await unsubscribeTokenOf(email);
    expect(welcome?.headers['list-unsubscribe']).toMatch(
      new RegExp(`^<https?://[^/>]+/newsletter/unsubscribe/${token}>$`),
    );
    expect(welcome?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    const [confirmation] = await mails.mailsFor(email);
    expect(confirmation?.headers).not.toHaveProperty('list-unsubscribe');
  });

  test('unsubscribe from their newsletter alone, any number of times', async () => {
    const email = await subscribed();
    const token = await unsubscribeTokenOf(email, 2);
    const answers = [await unsubscribe(token), await unsubscribe(token)];
    expect(answers.map(({ status, data }) => [status, data])).toEqual([
      [200, { list: 'En primeur' }],
      [200, { list: 'En primeur' }],
    ]);
    expect(await subscriptionsOf(email)).toEqual([1]);
    expect((await unsubscribe(token, { site: 41 })).status).toBe(422);
  });

  test('end a later subscription to the same newsletter as well', async () => {
    const email = await subscribed([2]);
    const firstToken = await unsubscribeTokenOf(email, 2);
    await unsubscribe(firstToken);
    await subscribe({ email, lists: [2] });
    await confirm(await mails.latestToken(email, '/newsletter/confirm/'));
    expect(await subscriptionsOf(email)).toEqual([2]);
    expect((await unsubscribe(firstToken)).status).toBe(200);
    expect(await subscriptionsOf(email)).toEqual([]);
  });

  test('erase the token of their link once they have been sent', async () => {
    const email = await subscribed([1]);
    await mails.mailsFor(email);
    const rows = await withSiteTransaction(api.db, 40, (tx) =>
      tx.select().from(mailsTable).where(eq(mailsTable.recipient, email)),
    );
    expect(rows.map(({ unsubscribeUrl, text }) => [unsubscribeUrl, text])).toEqual([
      [null, ''],
      [null, ''],
    ]);
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

test('staff reads the subscribers of one newsletter', async () => {
  const { headers } = await createCustomer(api, { role: 'ADMIN' });
  const email = uniqueEmail();
  await subscribe({ email, lists: [2] });
  await confirm(await mails.latestToken(email, '/newsletter/confirm/'));
  const read = (query: string) =>
    call<'GET /admin/newsletter/subscriber'>(`/admin/newsletter/subscriber?nbItem=100&${query}`, { headers });
  const ofList = async (id: number) => (await read(`idList=${id}`)).data.subscribers.map((each) => each.email);
  expect([(await ofList(1)).includes(email), (await ofList(2)).includes(email)]).toEqual([false, true]);
});

describe('the box of the checkout', () => {
  const rowsOf = (email: string) =>
    withSiteTransaction(api.db, 40, (tx) =>
      tx.select().from(newsletterSubscriptions).where(eq(newsletterSubscriptions.emailKey, email)),
    );
  const order = (overrides: object, options: CallOptions = {}) =>
    call('/order', withNewClientAddress({ method: 'POST', lang: 'en', body: placeOrderInput(overrides), ...options }));

  test('subscribes a logged-in customer at once, with the sentence as proof', async () => {
    const { email, headers } = await createCustomer(api);
    const { status } = await order({ newsletter: true }, { headers });
    expect(status).toBe(200);
    expect(await rowsOf(email)).toMatchObject([
      { listId: 1, source: 'CHECKOUT', sentence: expect.stringContaining('“The letter”'), endedAt: null },
    ]);
  });

  test('asks a guest to confirm the address by mail, and subscribes no one without the box', async () => {
    const [email, other] = [uniqueEmail(), uniqueEmail()];
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
    const email = uniqueEmail();
    const label = { fr_FR: 'Je souhaite recevoir « Primeurs »', en: 'I would like to receive “En primeur”' };
    const form = visitForm();
    await storeForm(api.db, 40, {
      ...form,
      fields: [...form.fields, { type: 'consent', name: 'letter', label, newsletterList: 2 }],
    });
    const send = (body: object) =>
      call('/forms/7/submit', withNewClientAddress({ method: 'POST', body: { ...validVisit, ...body } }));
    expect((await send({ email, letter: true })).status).toBe(200);
    expect((await send({ email: uniqueEmail() })).status).toBe(200);
    await confirm(await mails.latestToken(email, '/newsletter/confirm/'));
    const rows = await withSiteTransaction(api.db, 40, (tx) =>
      tx.select().from(newsletterSubscriptions).where(eq(newsletterSubscriptions.source, 'FORM')),
    );
    expect(rows).toMatchObject([{ email, listId: 2, formId: 7, sentence: label.fr_FR }]);
  });
});

test('the export contains the subscribers of the list as CSV with the proof and the unsubscription link', async () => {
  const email = uniqueEmail();
  await subscribe({ email, lists: [2] });
  await confirm(await mails.latestToken(email, '/newsletter/confirm/'));
  const read = async (listId: number | null) => {
    const options = { siteId: 40, listId, lang: 'fr_FR', origin: 'https://chenes.example' } as const;
    let text = '';
    for await (const part of exportSubscribersAsCsv(api.db, options)) text += part;
    return text;
  };
  const csv = await read(2);
  expect(csv).toMatch(/^\ufeffemail,list,source,form,language,sentence,requested,confirmed,unsubscribe\r\n/);
  const row = csv.split('\r\n').find((line) => line.startsWith(`${email},`));
  expect(row).toContain(`${email},Primeurs,FOOTER,,fr_FR,`);
  expect(row).toContain(`https://chenes.example/newsletter/unsubscribe/${await unsubscribeTokenOf(email)}`);
  expect(await read(1)).not.toContain(email);
  expect(await read(null)).toContain(email);
});

test('staff downloads the subscribers of one newsletter as a CSV file of their own estate only', async () => {
  const [email, other] = [uniqueEmail(), uniqueEmail()];
  await subscribe({ email, lists: [2] });
  await confirm(await mails.latestToken(email, '/newsletter/confirm/'));
  await subscribe({ email: other, lists: [1] });
  await confirm(await mails.latestToken(other, '/newsletter/confirm/'));
  const path = '/admin/newsletter/subscriber/export';
  const admin = await createCustomer(api, { role: 'ADMIN' });
  const answer = await call(`${path}?idList=2`, { headers: admin.headers });
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="subscribers.csv"',
    'cache-control': 'no-store',
  });
  expect(answer.text).toContain(`${email},Primeurs,`);
  expect(answer.text).not.toContain(other);
  const foreign = await createCustomer(api, { site: 41, role: 'ADMIN' });
  const theirs = await api.call(path, { site: 41, headers: foreign.headers });
  expect(theirs.text).not.toContain(email);
  expect(await readListExports(api.db, 40, 'subscriber')).toEqual([
    { userId: admin.id, key: '', after: { idList: 2 } },
  ]);
});
