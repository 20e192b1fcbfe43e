import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { closureRequests, newsletterSubscriptions, sessions, users } from '#server/api/accounts/accounts-tables.ts';
import { inSite } from '#server/api/database/site-transaction.ts';
import { rateLimitRules } from '#server/api/limits/rate-limits.ts';
import { mails as mailsTable } from '#server/api/mail/mail-tables.ts';
import { orders } from '#server/api/orders/orders-tables.ts';
import { fillTwoEstates, fromElsewhere, mailbox, registration } from '#tests/support/fixtures/accounts-estates.ts';
import { bearer, newCustomer } from '#tests/support/fixtures/customer.ts';
import { putOrder } from '#tests/support/fixtures/put-order.ts';
import { testApi } from '#tests/support/servers/test-api.ts';

vi.setConfig({ testTimeout: 120_000 });

const api = await testApi();
const { call } = api;
const mails = mailbox(api);

beforeAll(() => fillTwoEstates(api));

const rowOf = async (id: number, site = 40) =>
  (await inSite(api.db, site, (tx) => tx.select().from(users).where(eq(users.id, id))))[0];

describe('the current user', () => {
  test('is told in strings, empty where unknown', async () => {
    const { id, email, headers } = await newCustomer(api, { phone: '', birthdate: null });
    expect((await call<'GET /user'>('/user', { headers })).data).toEqual({
      id: String(id),
      email,
      phone: '',
      firstname: 'Camille',
      lastname: 'Vignaud',
      birthdate: '',
      role: 'MEMBER',
    });
  });

  test('is noted as active once a day', async () => {
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    const { id, headers } = await newCustomer(api, { lastActiveAt: yesterday });
    await call('/user', { headers });
    const first = (await rowOf(id))?.lastActiveAt;
    expect(first?.getTime()).toBeGreaterThan(yesterday.getTime());
    await call('/user', { headers });
    expect((await rowOf(id))?.lastActiveAt).toEqual(first);
  });

  test('changes the profile, and nobody else’s', async () => {
    const { id, headers, email } = await newCustomer(api);
    const other = await newCustomer(api);
    const answer = await call<'PUT /user'>('/user', {
      method: 'PUT',
      headers,
      body: { firstname: ' Inès ', lastname: 'O’Neill', phone: '06 00 00 00 00', birthdate: '1990-12-31' },
    });
    const changed = { firstname: 'Inès', lastname: 'O’Neill', phone: '06 00 00 00 00', birthdate: '1990-12-31' };
    expect(answer.data).toEqual({ id: String(id), email, role: 'MEMBER', ...changed });
    expect(await rowOf(id)).toMatchObject(changed);
    expect(await rowOf(other.id)).toMatchObject({ firstname: 'Camille' });
  });

  test('may leave phone and birthdate empty', async () => {
    const { id, headers } = await newCustomer(api);
    const body = { firstname: 'Inès', lastname: 'Roy' };
    expect((await call('/user', { method: 'PUT', headers, body })).data).toMatchObject({ phone: '', birthdate: '' });
    expect(await rowOf(id)).toMatchObject({ phone: '', birthdate: null });
  });

  test('is of age', async () => {
    const { headers } = await newCustomer(api);
    const body = { firstname: 'Inès', lastname: 'Roy', birthdate: `${new Date().getUTCFullYear() - 17}-01-01` };
    const answer = await call('/user', { method: 'PUT', headers, body });
    expect([answer.status, Object.keys(answer.errors ?? {})]).toEqual([422, ['birthdate']]);
  });

  test.each([
    ['a role', { role: 'ADMIN' }],
    ['an id', { id: '1' }],
    ['an e-mail', { email: 'new@mail.example' }],
    ['no name', { firstname: '' }],
    ['a name without end', { lastname: 'x'.repeat(81) }],
    ['a day that is none', { birthdate: '31/12/1990' }],
  ])('cannot be given %s', async (_, own) => {
    const { id, headers } = await newCustomer(api);
    const body = { firstname: 'Inès', lastname: 'Roy', ...own };
    expect((await call('/user', { method: 'PUT', headers, body })).status).toBe(400);
    expect(await rowOf(id)).toMatchObject({ firstname: 'Camille', role: 'MEMBER' });
  });
});

describe('the export', () => {
  test('holds everything that the estate has of the customer, and of nobody else', async () => {
    const customer = await newCustomer(api);
    const other = await newCustomer(api, { firstname: 'Personne' });
    const orderId = await putOrder(api, customer);
    await putOrder(api, other);
    for (const { headers } of [customer, other])
      await call('/user/newsletter/subscription', { method: 'PUT', headers, body: { lists: [2] } });
    await call('/user/unsubscribe/ask', { method: 'PUT', headers: customer.headers, body: { message: 'Adieu' } });
    for (const [email, orderNumber] of [
      [customer.email.toUpperCase(), '2026-00001'],
      [other.email, '2026-00002'],
    ])
      await call('/withdrawal', {
        method: 'POST',
        body: { name: 'Camille', email, orderNumber, message: 'Le rosé' },
      });

    const { data } = await call<'GET /user/export'>('/user/export', { headers: customer.headers });
    expect(data.profile).toMatchObject({ id: String(customer.id), email: customer.email, role: 'MEMBER' });
    expect(data.profile.termsAcceptedAt).toMatch(/Z$/);
    expect(data.newsletter).toEqual([{ list: 'Primeurs', since: expect.stringMatching(/Z$/) }]);
    expect(data.closureRequests).toEqual([{ askedAt: expect.stringMatching(/Z$/), message: 'Adieu' }]);
    expect(data.orders).toEqual([expect.objectContaining({ id: orderId })]);
    expect(data.withdrawals).toEqual([
      {
        receivedAt: expect.stringMatching(/Z$/),
        name: 'Camille',
        orderNumber: '2026-00001',
        message: 'Le rosé',
      },
    ]);
    expect(JSON.stringify(data)).not.toMatch(/argon2|Personne|passwordHash|token/);
  });

  test('is as the order is answered by itself', async () => {
    const customer = await newCustomer(api);
    await putOrder(api, customer);
    const { data } = await call<'GET /user/export'>('/user/export', { headers: customer.headers });
    const order = await call<'GET /order/{id}'>(`/order/${data.orders[0]?.id}`, { headers: customer.headers });
    expect(data.orders[0]).toEqual(order.data.order);
  });
});

describe('deleting the account', () => {
  test('ends every session, erases the person and says goodbye', async () => {
    const customer = await newCustomer(api);
    const login = { identifier: customer.email, password: customer.password };
    const { data } = await call<'POST /login'>('/login', fromElsewhere({ method: 'POST', body: login }));
    await call('/user/newsletter/subscription', { method: 'PUT', headers: customer.headers, body: { lists: [1, 2] } });
    await call('/newsletter/subscribe', fromElsewhere({ method: 'POST', body: { email: customer.email } }));
    await call('/user/unsubscribe/ask', { method: 'PUT', headers: customer.headers, body: {} });
    await call('/password/reset/ask', fromElsewhere({ method: 'PUT', body: { identifier: customer.email } }));
    const reset = await mails.tokenOf(customer.email, '/password/reset/');
    const confirm = await mails.tokenOf(customer.email, '/newsletter/confirm/');
    await putOrder(api, customer);

    const answer = await call('/user', { method: 'DELETE', headers: customer.headers });
    expect([answer.status, answer.data]).toEqual([200, {}]);

    for (const token of [customer.token, data.token ?? '']) {
      expect((await call('/user', { headers: bearer(token) })).status).toBe(401);
      expect((await call('/user', { method: 'DELETE', headers: bearer(token) })).status).toBe(401);
    }
    expect((await call('/login', fromElsewhere({ method: 'POST', body: login }))).status).toBe(401);
    const words = 'trois merles sur le toit';
    const dead = [
      await call('/password/reset', fromElsewhere({ method: 'PUT', body: { token: reset, password: words } })),
      await call('/newsletter/confirm', fromElsewhere({ method: 'PUT', body: { token: confirm } })),
    ];
    expect(dead.map(({ status }) => status)).toEqual([422, 422]);

    await inSite(api.db, 40, async (tx) => {
      expect(await tx.select().from(users).where(eq(users.id, customer.id))).toEqual([]);
      expect(await tx.select().from(sessions).where(eq(sessions.userId, customer.id))).toEqual([]);
      expect(await tx.select().from(closureRequests).where(eq(closureRequests.userId, customer.id))).toEqual([]);
      const subscriptions = await tx.select().from(newsletterSubscriptions);
      expect(subscriptions.filter(({ emailKey }) => emailKey === customer.email)).toEqual([]);
      expect(await tx.select().from(orders).where(eq(orders.userId, customer.id))).toEqual([]);
      const left = await tx.select().from(mailsTable);
      const theirs = left.filter((mail) => JSON.stringify(mail).includes(customer.email));
      expect(theirs.map(({ kind }) => kind)).toEqual(['account-deleted']);
    });
    expect((await mails.of(customer.email)).at(-1)?.subject).toBe('Votre compte chez Chênes est supprimé');
  });

  test('leaves the namesake at another estate alone', async () => {
    const customer = await newCustomer(api);
    const namesake = await newCustomer(api, { site: 41, email: customer.email });
    await call('/user', { method: 'DELETE', headers: customer.headers });
    expect((await call('/user', { site: 41, headers: namesake.headers })).status).toBe(200);
  });

  test('makes the address free again', async () => {
    const { email, headers } = await newCustomer(api);
    await call('/user', { method: 'DELETE', headers });
    await call('/register', fromElsewhere({ method: 'POST', body: registration({ email }) }));
    const token = await mails.tokenOf(email, '/auth/activate/');
    expect((await call('/register/activate', fromElsewhere({ method: 'PUT', body: { token } }))).status).toBe(200);
  });

  test('twice at once is no failure', async () => {
    const { headers } = await newCustomer(api);
    const statuses = await Promise.all(
      Array.from({ length: 5 }, async () => (await call('/user', { method: 'DELETE', headers })).status),
    );
    expect(statuses).toContain(200);
    expect(statuses.filter((status) => status !== 200 && status !== 401)).toEqual([]);
  });

  test('is refused to the last SUPER_ADMIN of an estate, also when two try at once', async () => {
    const admins = [
      await newCustomer(api, { site: 41, role: 'SUPER_ADMIN' }),
      await newCustomer(api, { site: 41, role: 'SUPER_ADMIN' }),
    ];
    await newCustomer(api, { site: 41, role: 'SUPER_ADMIN', activated: false });
    await newCustomer(api, { site: 40, role: 'SUPER_ADMIN' });
    const answers = await Promise.all(
      admins.map(({ headers }) => call('/user', { method: 'DELETE', site: 41, lang: 'en', headers })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.message).toBe(
      'You are the last administrator of this estate. Please name another one before you delete your account.',
    );
  });
});

describe('asking to close the membership', () => {
  test('is recorded, told the estate and acknowledged; the account stays', async () => {
    const { id, email, headers } = await newCustomer(api, { site: 41, firstname: 'Rose', lastname: 'Hale' });
    const message = 'I am moving to Scotland.\n<b>Thank you!</b>';
    const options = { method: 'PUT', site: 41, lang: 'fr_FR', headers, body: { message } } as const;
    expect((await call('/user/unsubscribe/ask', options)).status).toBe(200);
    const rows = await inSite(api.db, 41, (tx) =>
      tx.select().from(closureRequests).where(eq(closureRequests.userId, id)),
    );
    expect(rows.map((row) => row.message)).toEqual([message]);

    const [received] = await mails.of(email);
    expect(received?.subject).toBe('Nous avons bien reçu votre demande');
    const toEstate = (await mails.of('estate@mail.example')).find(({ replyTo }) => replyTo === email);
    expect(toEstate?.subject).toBe('Rose Hale asks to close a membership');
    for (const part of ['Rose Hale', email, 'I am moving to Scotland.']) expect(toEstate?.text).toContain(part);
    expect(toEstate?.html).not.toContain('<b>Thank');
    expect((await call('/user', { site: 41, headers })).status).toBe(200);
  });

  test('needs no message, a log-in, and is possible so many times a day', async () => {
    const { headers } = await newCustomer(api);
    expect((await call('/user/unsubscribe/ask', { method: 'PUT', body: {} })).status).toBe(401);
    const statuses: number[] = [];
    for (let tried = 0; tried <= rateLimitRules['closure-account'].points; tried++)
      statuses.push((await call('/user/unsubscribe/ask', { method: 'PUT', headers, body: {} })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const long = { message: 'x'.repeat(2_001) };
    expect((await call('/user/unsubscribe/ask', { method: 'PUT', headers, body: long })).status).toBe(400);
  });
});
