import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { accountClosureRequests, sessions, users } from '#server/api/accounts/accounts-tables.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { rateLimitRules } from '#server/api/limits/rate-limiter.ts';
import { mails as mailsTable } from '#server/api/mail/mail-tables.ts';
import { newsletterSubscriptions } from '#server/api/newsletter/newsletter-tables.ts';
import { orders } from '#server/api/orders/orders-tables.ts';
import {
  createAccountRegistrationInput,
  createMailbox,
  seedEstates40And41,
  withNewClientAddress,
} from '#tests/support/fixtures/account-fixtures.ts';
import { createBearerHeader, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { seedOrder } from '#tests/support/fixtures/seed-order.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

vi.setConfig({ testTimeout: 120_000 });

const api = await startTestApi();
const { call } = api;
const mails = createMailbox(api);

beforeAll(() => seedEstates40And41(api));

const rowOf = async (id: number, site = 40) =>
  (await withSiteTransaction(api.db, site, (tx) => tx.select().from(users).where(eq(users.id, id))))[0];

describe('GET and PUT /user', () => {
  test('returns every field as a string, empty where unknown', async () => {
    const { id, email, headers } = await createCustomer(api, { phone: '', birthdate: null });
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

  test('updates the time of the last activity once a day', async () => {
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    const { id, headers } = await createCustomer(api, { lastActiveAt: yesterday });
    await call('/user', { headers });
    const first = (await rowOf(id))?.lastActiveAt;
    expect(first?.getTime()).toBeGreaterThan(yesterday.getTime());
    await call('/user', { headers });
    expect((await rowOf(id))?.lastActiveAt).toEqual(first);
  });

  test('changes the profile of the caller only', async () => {
    const { id, headers, email } = await createCustomer(api);
    const other = await createCustomer(api);
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

  test('accepts a profile without phone and birthdate', async () => {
    const { id, headers } = await createCustomer(api);
    const body = { firstname: 'Inès', lastname: 'Roy' };
    expect((await call('/user', { method: 'PUT', headers, body })).data).toMatchObject({ phone: '', birthdate: '' });
    expect(await rowOf(id)).toMatchObject({ phone: '', birthdate: null });
  });

  test('rejects the birthdate of a minor with 422', async () => {
    const { headers } = await createCustomer(api);
    const body = { firstname: 'Inès', lastname: 'Roy', birthdate: `${new Date().getUTCFullYear() - 17}-01-01` };
    const answer = await call('/user', { method: 'PUT', headers, body });
    expect([answer.status, Object.keys(answer.errors ?? {})]).toEqual([422, ['birthdate']]);
  });

  test.each([
    ['a role', { role: 'ADMIN' }],
    ['an id', { id: '1' }],
    ['an e-mail', { email: 'new@mail.example' }],
    ['an empty name', { firstname: '' }],
    ['a name that is too long', { lastname: 'x'.repeat(81) }],
    ['a malformed birthdate', { birthdate: '31/12/1990' }],
  ])('rejects a profile with %s', async (_, own) => {
    const { id, headers } = await createCustomer(api);
    const body = { firstname: 'Inès', lastname: 'Roy', ...own };
    expect((await call('/user', { method: 'PUT', headers, body })).status).toBe(400);
    expect(await rowOf(id)).toMatchObject({ firstname: 'Camille', role: 'MEMBER' });
  });
});

describe('GET /user/export', () => {
  test('returns profile, subscriptions, orders and other data of the customer, and none of other customers', async () => {
    const customer = await createCustomer(api);
    const other = await createCustomer(api, { firstname: 'Personne' });
    const orderId = await seedOrder(api, customer);
    await seedOrder(api, other);
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
    expect(data.newsletter).toEqual([
      {
        list: 'Primeurs',
        state: 'CONFIRMED',
        source: 'ACCOUNT',
        sentence: 'Primeurs',
        requestedAt: expect.stringMatching(/Z$/),
        requestNetwork: expect.stringMatching(/0\/24$/),
        confirmationNetwork: expect.stringMatching(/0\/24$/),
        since: expect.stringMatching(/Z$/),
        endedAt: null,
        issues: [],
      },
    ]);
    expect(data.closureRequests).toEqual([{ requestedAt: expect.stringMatching(/Z$/), message: 'Adieu' }]);
    expect(data.orders).toEqual([expect.objectContaining({ id: orderId })]);
    expect(data.withdrawals).toEqual([
      {
        receivedAt: expect.stringMatching(/Z$/),
        name: 'Camille',
        orderNumber: '2026-00001',
        message: 'Le rosé',
        statement: expect.stringContaining('2026-00001'),
      },
    ]);
    expect(JSON.stringify(data)).not.toMatch(/argon2|Personne|passwordHash|token/);
  });

  test('returns orders as GET /order/{id} returns them', async () => {
    const customer = await createCustomer(api);
    await seedOrder(api, customer);
    const { data } = await call<'GET /user/export'>('/user/export', { headers: customer.headers });
    const order = await call<'GET /order/{id}'>(`/order/${data.orders[0]?.id}`, { headers: customer.headers });
    // The export contains the notes of staff in addition to the fields that customers read from the API.
    expect(data.orders[0]).toEqual({ ...order.data.order, notes: [] });
  });
});

describe('DELETE /user', () => {
  test('ends every session, erases the personal data and confirms by mail', async () => {
    const customer = await createCustomer(api);
    const login = { identifier: customer.email, password: customer.password };
    const { data } = await call<'POST /login'>('/login', withNewClientAddress({ method: 'POST', body: login }));
    await call('/user/newsletter/subscription', { method: 'PUT', headers: customer.headers, body: { lists: [1, 2] } });
    await call('/newsletter/subscribe', withNewClientAddress({ method: 'POST', body: { email: customer.email } }));
    await call('/user/unsubscribe/ask', { method: 'PUT', headers: customer.headers, body: {} });
    await call('/password/reset/ask', withNewClientAddress({ method: 'PUT', body: { identifier: customer.email } }));
    const reset = await mails.latestToken(customer.email, '/password/reset/');
    const confirm = await mails.latestToken(customer.email, '/newsletter/confirm/');
    await seedOrder(api, customer, { order: { state: 'COMPLETED' } });

    const answer = await call('/user', {
      method: 'DELETE',
      headers: customer.headers,
      body: { password: customer.password },
    });
    expect([answer.status, answer.data]).toEqual([200, {}]);

    for (const token of [customer.token, data.token ?? '']) {
      expect((await call('/user', { headers: createBearerHeader(token) })).status).toBe(401);
      expect(
        (await call('/user', { method: 'DELETE', headers: createBearerHeader(token), body: { password: 'x' } })).status,
      ).toBe(401);
    }
    expect((await call('/login', withNewClientAddress({ method: 'POST', body: login }))).status).toBe(401);
    const newPassword = 'trois merles sur le toit';
    const linkResponses = [
      await call(
        '/password/reset',
        withNewClientAddress({ method: 'PUT', body: { token: reset, password: newPassword } }),
      ),
      await call('/newsletter/confirm', withNewClientAddress({ method: 'PUT', body: { token: confirm } })),
    ];
    expect(linkResponses.map(({ status }) => status)).toEqual([422, 422]);

    await withSiteTransaction(api.db, 40, async (tx) => {
      expect(await tx.select().from(users).where(eq(users.id, customer.id))).toEqual([]);
      expect(await tx.select().from(sessions).where(eq(sessions.userId, customer.id))).toEqual([]);
      expect(
        await tx.select().from(accountClosureRequests).where(eq(accountClosureRequests.userId, customer.id)),
      ).toEqual([]);
      const subscriptions = await tx.select().from(newsletterSubscriptions);
      expect(subscriptions.filter(({ emailKey }) => emailKey === customer.email)).toEqual([]);
      expect(await tx.select().from(orders).where(eq(orders.userId, customer.id))).toEqual([]);
      const left = await tx.select().from(mailsTable);
      const theirs = left.filter((mail) => JSON.stringify(mail).includes(customer.email));
      expect(theirs.map(({ kind }) => kind)).toEqual(['account-deleted']);
    });
    expect((await mails.mailsFor(customer.email)).at(-1)?.subject).toBe('Votre compte chez Chênes est supprimé');
  });

  test('refuses a wrong password and keeps account and session', async () => {
    const { headers } = await createCustomer(api);
    const answer = await call('/user', { method: 'DELETE', headers, body: { password: 'sous le petit chêne' } });
    expect([answer.status, answer.errors?.password]).toEqual([422, expect.any(String)]);
    expect((await call('/user', { headers })).status).toBe(200);
  });

  test('leaves the account of the same address at another estate unchanged', async () => {
    const customer = await createCustomer(api);
    const namesake = await createCustomer(api, { site: 41, email: customer.email });
    await call('/user', { method: 'DELETE', headers: customer.headers, body: { password: customer.password } });
    expect((await call('/user', { site: 41, headers: namesake.headers })).status).toBe(200);
  });

  test('allows a new registration with the same address', async () => {
    const { email, headers, password } = await createCustomer(api);
    await call('/user', { method: 'DELETE', headers, body: { password } });
    await call('/register', withNewClientAddress({ method: 'POST', body: createAccountRegistrationInput({ email }) }));
    const token = await mails.latestToken(email, '/auth/activate/');
    expect((await call('/register/activate', withNewClientAddress({ method: 'PUT', body: { token } }))).status).toBe(
      200,
    );
  });

  test('responds to simultaneous deletions with 200 or 401', async () => {
    const { headers, password } = await createCustomer(api);
    const statuses = await Promise.all(
      Array.from(
        { length: 5 },
        async () => (await call('/user', { method: 'DELETE', headers, body: { password } })).status,
      ),
    );
    expect(statuses).toContain(200);
    expect(statuses.filter((status) => status !== 200 && status !== 401)).toEqual([]);
  });

  test('refuses to delete the last SUPER_ADMIN of an estate, even when two try simultaneously', async () => {
    const admins = [
      await createCustomer(api, { site: 41, role: 'SUPER_ADMIN' }),
      await createCustomer(api, { site: 41, role: 'SUPER_ADMIN' }),
    ];
    await createCustomer(api, { site: 41, role: 'SUPER_ADMIN', isActivated: false });
    await createCustomer(api, { site: 40, role: 'SUPER_ADMIN' });
    const answers = await Promise.all(
      admins.map(({ headers, password }) =>
        call('/user', { method: 'DELETE', site: 41, lang: 'en', headers, body: { password } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.message).toBe(
      'You are the last administrator of this estate. Please name another one before you delete your account.',
    );
  });
});

describe('PUT /user/unsubscribe/ask', () => {
  test('records the request, notifies estate and customer, and keeps the account', async () => {
    const { id, email, headers } = await createCustomer(api, { site: 41, firstname: 'Rose', lastname: 'Hale' });
    const message = 'I am moving to Scotland.\n<b>Thank you!</b>';
    const options = { method: 'PUT', site: 41, lang: 'fr_FR', headers, body: { message } } as const;
    expect((await call('/user/unsubscribe/ask', options)).status).toBe(200);
    const rows = await withSiteTransaction(api.db, 41, (tx) =>
      tx.select().from(accountClosureRequests).where(eq(accountClosureRequests.userId, id)),
    );
    expect(rows.map((row) => row.message)).toEqual([message]);

    const [received] = await mails.mailsFor(email);
    expect(received?.subject).toBe('Nous avons bien reçu votre demande');
    const toEstate = (await mails.mailsFor('estate@mail.example')).find(({ replyTo }) => replyTo === email);
    expect(toEstate?.subject).toBe('Rose Hale asks to close a membership');
    for (const part of ['Rose Hale', email, 'I am moving to Scotland.']) expect(toEstate?.text).toContain(part);
    expect(toEstate?.html).not.toContain('<b>Thank');
    expect((await call('/user', { site: 41, headers })).status).toBe(200);
  });

  test('requires a session, allows an empty message and limits the requests per day', async () => {
    const { headers } = await createCustomer(api);
    expect((await call('/user/unsubscribe/ask', { method: 'PUT', body: {} })).status).toBe(401);
    const statuses: number[] = [];
    for (let attempt = 0; attempt <= rateLimitRules['closure-account'].points; attempt++)
      statuses.push((await call('/user/unsubscribe/ask', { method: 'PUT', headers, body: {} })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const long = { message: 'x'.repeat(2_001) };
    expect((await call('/user/unsubscribe/ask', { method: 'PUT', headers, body: long })).status).toBe(400);
  });
});
