import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { sessions, users } from '#server/api/accounts/accounts-tables.ts';
import { needsRehash } from '#server/api/accounts/passwords.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { createRateLimiter, rateLimitRules } from '#server/api/limits/rate-limiter.ts';
import {
  createUniqueEmail,
  seedEstates40And41,
  withNewClientAddress,
} from '#tests/support/fixtures/account-fixtures.ts';
import { createBearerHeader, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { type CallOptions, startTestApi } from '#tests/support/servers/test-api.ts';

/** Password hashing is slow by design, and up to ten times slower on a busy machine. */
vi.setConfig({ testTimeout: 120_000 });

const api = await startTestApi();
const { call } = api;

beforeAll(() => seedEstates40And41(api));

const logIn = (identifier: string, password: string, options: CallOptions = withNewClientAddress()) =>
  call<'POST /login'>('/login', { method: 'POST', body: { identifier, password }, ...options });
const readSession = async (token: string, site = 40) =>
  (await call<'GET /logged'>('/logged', { site, headers: createBearerHeader(token) })).data;

describe('POST /login', () => {
  test('returns a token that is valid at this estate only and ignores the case of the address', async () => {
    const { email, password } = await createCustomer(api);
    const { status, data } = await logIn(` ${email.toUpperCase()} `, password);
    expect(status).toBe(200);
    expect(data).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/), idSite: 40 });
    expect(await readSession(data.token ?? '')).toEqual({ logged: true, role: 'MEMBER' });
    expect(await readSession(data.token ?? '', 41)).toEqual({ logged: false, role: null });
  });

  test('stores only the hash of the token', async () => {
    const { email, password, id } = await createCustomer(api);
    const { data } = await logIn(email, password);
    const rows = await withSiteTransaction(api.db, 40, (tx) =>
      tx.select().from(sessions).where(eq(sessions.userId, id)),
    );
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain(data.token);
    for (const { createdAt, expiresAt } of rows) expect(expiresAt.getTime() - createdAt.getTime()).toBe(86_400_000);
  });

  test('accepts a password in any Unicode normalisation form', async () => {
    const { email } = await createCustomer(api, { password: 'la forêt de châtaigniers'.normalize('NFC') });
    expect((await logIn(email, 'la forêt de châtaigniers'.normalize('NFD'))).status).toBe(200);
  });

  test('responds identically to a wrong password, an unknown address and a pending account', async () => {
    const known = await createCustomer(api);
    const pending = await createCustomer(api, { isActivated: false });
    const wrong = await logIn(known.email, 'not this one, sorry');
    expect(wrong.status).toBe(401);
    for (const other of [
      await logIn(createUniqueEmail(), known.password),
      await logIn(pending.email, pending.password),
    ]) {
      expect([other.status, other.text]).toEqual([wrong.status, wrong.text]);
      expect(Object.keys(other.headers)).toEqual(Object.keys(wrong.headers));
    }
    expect(wrong.text).not.toContain(known.email);
  });

  test('updates the time of the customer’s last activity', async () => {
    const { email, password, id } = await createCustomer(api, { lastActiveAt: new Date('2024-01-01') });
    await logIn(email, password);
    const [row] = await withSiteTransaction(api.db, 40, (tx) => tx.select().from(users).where(eq(users.id, id)));
    expect(row?.lastActiveAt.getTime()).toBeGreaterThan(Date.now() - 600_000);
  });

  test('rehashes a password whose hash has outdated parameters', async () => {
    const { email, password, id } = await createCustomer(api);
    const { argon2Sync, randomBytes } = await import('node:crypto');
    const nonce = randomBytes(16);
    const tag = argon2Sync('argon2id', {
      message: password,
      nonce,
      memory: 1024,
      passes: 1,
      parallelism: 1,
      tagLength: 32,
    });
    const plain = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
    const old = `$argon2id$v=19$m=1024,t=1,p=1$${plain(nonce)}$${plain(tag)}`;
    await withSiteTransaction(api.db, 40, (tx) => tx.update(users).set({ passwordHash: old }).where(eq(users.id, id)));
    expect((await logIn(email, password)).status).toBe(200);
    const [row] = await withSiteTransaction(api.db, 40, (tx) => tx.select().from(users).where(eq(users.id, id)));
    expect([needsRehash(old), needsRehash(row?.passwordHash ?? '')]).toEqual([true, false]);
    expect((await logIn(email, password)).status).toBe(200);
  });

  test.each([
    ['an empty body', {}],
    ['a body without a password', { identifier: 'a@mail.example' }],
    ['an empty identifier', { identifier: '  ', password: 'x' }],
    ['a password that is too long', { identifier: 'a@mail.example', password: 'x'.repeat(201) }],
    ['a list as identifier', { identifier: ['a@mail.example'], password: 'x' }],
    ['a site in the body', { identifier: 'a@mail.example', password: 'x', idSite: 41 }],
    ['a zero byte in the identifier', { identifier: 'a\0@mail.example', password: 'x' }],
  ])('rejects %s with 400', async (_, body) =>
    expect((await call('/login', withNewClientAddress({ method: 'POST', body }))).status).toBe(400),
  );
});

describe('the limits of POST /login', () => {
  const { points } = rateLimitRules['login-here'];
  /** Records failed log-ins for an account, as if they came from other networks. */
  const simulateFailedLogIns = async (email: string, attempts: number) => {
    const limits = createRateLimiter(api.db);
    for (let attempt = 0; attempt < attempts; attempt++) await limits.consume(40, 'login-account', email);
  };

  test('repeated failures from one network block the account there, even with the right password', async () => {
    const { email, password } = await createCustomer(api);
    const client = withNewClientAddress({ lang: 'en' });
    for (let attempt = 0; attempt < points; attempt++)
      expect((await logIn(email, `a guess, number ${attempt}`, client)).status).toBe(401);
    const answer = await logIn(email, password, client);
    expect(answer.status).toBe(429);
    expect(answer.message).toBe('Too many attempts in a short time. Please wait a while, then try again.');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(rateLimitRules['login-account'].seconds);
    const other = await createCustomer(api);
    expect((await logIn(other.email, other.password, client)).status).toBe(200);
    const namesake = await createCustomer(api, { site: 41, email, password });
    expect((await logIn(namesake.email, password, { ...client, site: 41 })).status).toBe(200);

    // Expires all rate limits, as if their duration had passed.
    await api.db.$client.query('update rate_limits set expire = 0');
    expect((await logIn(email, password, client)).status).toBe(200);
  });

  test('the owner of an attacked account can log in from another network', async () => {
    const { email, password } = await createCustomer(api);
    const attacker = withNewClientAddress();
    for (let attempt = 0; attempt <= points; attempt++) await logIn(email, 'a guess', attacker);
    expect((await logIn(email, password)).status).toBe(200);
  });

  test('an account attacked from many networks is blocked except on networks that the owner has used', async () => {
    const { email, password } = await createCustomer(api);
    const home = withNewClientAddress();
    expect((await logIn(email, password, home)).status).toBe(200);
    await simulateFailedLogIns(email, rateLimitRules['login-account'].points);
    expect((await logIn(email, password)).status).toBe(429);
    expect((await logIn(email, 'a typing error', home)).status).toBe(401);
    expect((await logIn(email, password, home)).status).toBe(200);
    // A successful log-in from one network resets the limit of failed log-ins for all networks.
    expect((await logIn(email, password)).status).toBe(200);
  });

  test('attempts at an unknown account are limited in the same way', async () => {
    const email = createUniqueEmail();
    const client = withNewClientAddress();
    const statuses: number[] = [];
    for (let attempt = 0; attempt <= points; attempt++) statuses.push((await logIn(email, 'a guess', client)).status);
    expect(statuses).toEqual([...Array.from({ length: points }, () => 401), 429]);
  });

  test('simultaneous attempts are limited like consecutive ones', async () => {
    const { email, password } = await createCustomer(api);
    const maxAttempts = rateLimitRules['login-account'].points;
    await simulateFailedLogIns(email, maxAttempts - points);
    const guesses = Array.from({ length: 40 }, (_, attempt) => `a guess, number ${attempt}`);
    const statuses = (await Promise.all(guesses.map((guess) => logIn(email, guess)))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(points);
    expect(statuses.filter((status) => status === 429)).toHaveLength(guesses.length - points);
    expect((await logIn(email, password)).status).toBe(429);
  });

  test('a successful log-in resets the attempts', async () => {
    const { email, password } = await createCustomer(api);
    const client = withNewClientAddress();
    for (let round = 0; round < 2; round++) {
      for (let attempt = 1; attempt < points; attempt++)
        expect((await logIn(email, 'a guess', client)).status).toBe(401);
      expect((await logIn(email, password, client)).status).toBe(200);
    }
  });

  test('a network that tries many accounts is blocked', async () => {
    const client = withNewClientAddress();
    const maxAttempts = rateLimitRules['login-client'].points;
    for (let attempt = 0; attempt < maxAttempts; attempt++)
      expect((await logIn(createUniqueEmail(), 'a guess', client)).status).toBe(401);
    const { email, password } = await createCustomer(api);
    expect((await logIn(email, password, client)).status).toBe(429);
    expect((await logIn(email, password)).status).toBe(200);
  });
});

describe('sessions', () => {
  test('a log-out ends one session and leaves the customer’s others open', async () => {
    const { email, password, token } = await createCustomer(api);
    const { data } = await logIn(email, password);
    expect((await call('/logout', { method: 'POST', headers: createBearerHeader(token) })).status).toBe(200);
    expect(await readSession(token)).toEqual({ logged: false, role: null });
    expect((await call('/user', { headers: createBearerHeader(token) })).status).toBe(401);
    expect(await readSession(data.token ?? '')).toEqual({ logged: true, role: 'MEMBER' });
  });

  test('an expired session is rejected', async () => {
    const { token, id } = await createCustomer(api);
    expect((await call('/user', { headers: createBearerHeader(token) })).status).toBe(200);
    await withSiteTransaction(api.db, 40, (tx) =>
      tx
        .update(sessions)
        .set({ expiresAt: new Date(Date.now() - 1_000) })
        .where(eq(sessions.userId, id)),
    );
    expect(await readSession(token)).toEqual({ logged: false, role: null });
    expect((await call('/user', { headers: createBearerHeader(token) })).status).toBe(401);
  });

  test('the account endpoints of another estate reject a session and do not end it', async () => {
    const { headers, token } = await createCustomer(api);
    const calls: [string, CallOptions][] = [
      ['/user', {}],
      ['/user/export', {}],
      ['/user/newsletter/subscription', {}],
      ['/user', { method: 'DELETE', body: { password: 'x' } }],
      ['/user', { method: 'PUT', body: { firstname: 'A', lastname: 'B' } }],
      ['/user/unsubscribe/ask', { method: 'PUT', body: {} }],
    ];
    for (const [url, options] of calls) expect((await call(url, { ...options, site: 41, headers })).status).toBe(401);
    expect((await call('/logout', { method: 'POST', site: 41, headers })).status).toBe(200);
    expect(await readSession(token)).toEqual({ logged: true, role: 'MEMBER' });
  });

  test.each([
    ['a missing token', {}],
    ['an unknown token', createBearerHeader('x'.repeat(43))],
    ['another authentication scheme', { authorization: 'Basic dXNlcjpwYXNz' }],
    ['an empty token', { authorization: 'Bearer ' }],
    ['a token that is too long', createBearerHeader('x'.repeat(5_000))],
    ['two tokens', { authorization: `Bearer ${'x'.repeat(43)}, Bearer ${'y'.repeat(43)}` }],
  ])('GET /logged treats %s as logged out', async (_, headers) => {
    expect((await call<'GET /logged'>('/logged', { headers })).data).toEqual({ logged: false, role: null });
    expect((await call('/logout', { method: 'POST', headers })).status).toBe(200);
    const answer = await call('/user', { headers });
    expect([answer.status, answer.message]).toEqual([401, 'Connectez-vous d’abord.']);
  });

  test.each(['MEMBER', 'ADMIN', 'SUPER_ADMIN'] as const)('GET /logged returns the role %s', async (role) => {
    const { token, headers } = await createCustomer(api, { role });
    expect(await readSession(token)).toEqual({ logged: true, role });
    expect((await call<'GET /user'>('/user', { headers })).data.role).toBe(role);
  });
});

test('POST /logout/everywhere ends every session of the customer and no other, and needs one', async () => {
  const [customer, other] = [await createCustomer(api), await createCustomer(api)];
  const body = { identifier: customer.email, password: customer.password };
  const { data } = await call<'POST /login'>('/login', withNewClientAddress({ method: 'POST', body }));
  const isLoggedIn = async (token = '') =>
    (await call<'GET /logged'>('/logged', { headers: { authorization: `Bearer ${token}` } })).data.logged;
  expect([await isLoggedIn(customer.token), await isLoggedIn(data.token)]).toEqual([true, true]);
  const headers = { authorization: `Bearer ${customer.token}` };
  expect((await call('/logout/everywhere', { method: 'POST', headers })).status).toBe(200);
  expect([await isLoggedIn(customer.token), await isLoggedIn(data.token)]).toEqual([false, false]);
  expect(await isLoggedIn(other.token)).toBe(true);
  expect((await call('/logout/everywhere', { method: 'POST', headers })).status).toBe(401);
});
