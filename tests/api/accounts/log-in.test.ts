import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { sessions, users } from '#server/api/accounts/accounts-tables.ts';
import { isOutdated } from '#server/api/accounts/password-hash.ts';
import { inSite } from '#server/api/database/site-transaction.ts';
import { createRateLimits, rateLimitRules } from '#server/api/limits/rate-limits.ts';
import { fillTwoEstates, fromElsewhere, someAddress } from '#tests/support/fixtures/accounts-estates.ts';
import { bearer, newCustomer } from '#tests/support/fixtures/customer.ts';
import { type CallOptions, testApi } from '#tests/support/servers/test-api.ts';

/** Hashing is meant to take time, and takes ten times as much on a busy machine. */
vi.setConfig({ testTimeout: 120_000 });

const api = await testApi();
const { call } = api;

beforeAll(() => fillTwoEstates(api));

const logIn = (identifier: string, password: string, options: CallOptions = fromElsewhere()) =>
  call<'POST /login'>('/login', { method: 'POST', body: { identifier, password }, ...options });
const logged = async (token: string, site = 40) =>
  (await call<'GET /logged'>('/logged', { site, headers: bearer(token) })).data;

describe('logging in', () => {
  test('answers a token of this estate, whatever the capitals of the address', async () => {
    const { email, password } = await newCustomer(api);
    const { status, data } = await logIn(` ${email.toUpperCase()} `, password);
    expect(status).toBe(200);
    expect(data).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/), idSite: 40 });
    expect(await logged(data.token ?? '')).toEqual({ logged: true, role: 'MEMBER' });
    expect(await logged(data.token ?? '', 41)).toEqual({ logged: false, role: null });
  });

  test('keeps no token, only its hash', async () => {
    const { email, password, id } = await newCustomer(api);
    const { data } = await logIn(email, password);
    const rows = await inSite(api.db, 40, (tx) => tx.select().from(sessions).where(eq(sessions.userId, id)));
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain(data.token);
    for (const { createdAt, expiresAt } of rows) expect(expiresAt.getTime() - createdAt.getTime()).toBe(86_400_000);
  });

  test('takes accents however they are composed', async () => {
    const { email } = await newCustomer(api, { password: 'la forêt de châtaigniers'.normalize('NFC') });
    expect((await logIn(email, 'la forêt de châtaigniers'.normalize('NFD'))).status).toBe(200);
  });

  test('answers a wrong password, a stranger and a pending account alike', async () => {
    const known = await newCustomer(api);
    const pending = await newCustomer(api, { activated: false });
    const wrong = await logIn(known.email, 'not this one, sorry');
    expect(wrong.status).toBe(401);
    for (const other of [await logIn(someAddress(), known.password), await logIn(pending.email, pending.password)]) {
      expect([other.status, other.text]).toEqual([wrong.status, wrong.text]);
      expect(Object.keys(other.headers)).toEqual(Object.keys(wrong.headers));
    }
    expect(wrong.text).not.toContain(known.email);
  });

  test('notes that the customer was active', async () => {
    const { email, password, id } = await newCustomer(api, { lastActiveAt: new Date('2024-01-01') });
    await logIn(email, password);
    const [row] = await inSite(api.db, 40, (tx) => tx.select().from(users).where(eq(users.id, id)));
    expect(row?.lastActiveAt.getTime()).toBeGreaterThan(Date.now() - 600_000);
  });

  test('hashes the password anew where hashes cost more by now', async () => {
    const { email, password, id } = await newCustomer(api);
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
    await inSite(api.db, 40, (tx) => tx.update(users).set({ passwordHash: old }).where(eq(users.id, id)));
    expect((await logIn(email, password)).status).toBe(200);
    const [row] = await inSite(api.db, 40, (tx) => tx.select().from(users).where(eq(users.id, id)));
    expect([isOutdated(old), isOutdated(row?.passwordHash ?? '')]).toEqual([true, false]);
    expect((await logIn(email, password)).status).toBe(200);
  });

  test.each([
    ['nothing', {}],
    ['no password', { identifier: 'a@mail.example' }],
    ['an empty identifier', { identifier: '  ', password: 'x' }],
    ['an endless password', { identifier: 'a@mail.example', password: 'x'.repeat(201) }],
    ['a list', { identifier: ['a@mail.example'], password: 'x' }],
    ['a site of its own', { identifier: 'a@mail.example', password: 'x', idSite: 41 }],
    ['a zero byte', { identifier: 'a\0@mail.example', password: 'x' }],
  ])('with %s is malformed', async (_, body) =>
    expect((await call('/login', fromElsewhere({ method: 'POST', body }))).status).toBe(400),
  );
});

describe('guessing', () => {
  const { points } = rateLimitRules['login-here'];
  /** As if so many guesses had been made from here and there. */
  const guessedElsewhere = async (email: string, tries: number) => {
    const limits = createRateLimits(api.db);
    for (let tried = 0; tried < tries; tried++) await limits.consume(40, 'login-account', email);
  };

  test('at one account from one place ends for a while, for the right password too, and only there', async () => {
    const { email, password } = await newCustomer(api);
    const here = fromElsewhere({ lang: 'en' });
    for (let tried = 0; tried < points; tried++)
      expect((await logIn(email, `a guess, number ${tried}`, here)).status).toBe(401);
    const answer = await logIn(email, password, here);
    expect(answer.status).toBe(429);
    expect(answer.message).toBe('That was a little too often in a short time. Please wait a while, then try again.');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(rateLimitRules['login-account'].seconds);
    const other = await newCustomer(api);
    expect((await logIn(other.email, other.password, here)).status).toBe(200);
    const namesake = await newCustomer(api, { site: 41, email, password });
    expect((await logIn(namesake.email, password, { ...here, site: 41 })).status).toBe(200);

    // The time passes.
    await api.db.$client.query('update rate_limits set expire = 0');
    expect((await logIn(email, password, here)).status).toBe(200);
  });

  test('shuts nobody out: the owner logs in from elsewhere', async () => {
    const { email, password } = await newCustomer(api);
    const thief = fromElsewhere();
    for (let tried = 0; tried <= points; tried++) await logIn(email, 'a guess', thief);
    expect((await logIn(email, password)).status).toBe(200);
  });

  test('from very many places ends everywhere, but not where the owner has been before', async () => {
    const { email, password } = await newCustomer(api);
    const home = fromElsewhere();
    expect((await logIn(email, password, home)).status).toBe(200);
    await guessedElsewhere(email, rateLimitRules['login-account'].points);
    expect((await logIn(email, password)).status).toBe(429);
    expect((await logIn(email, 'a slip of the pen', home)).status).toBe(401);
    expect((await logIn(email, password, home)).status).toBe(200);
    // Of which the other places hear, too.
    expect((await logIn(email, password)).status).toBe(200);
  });

  test('is counted alike for an account that nobody has', async () => {
    const email = someAddress();
    const here = fromElsewhere();
    const statuses: number[] = [];
    for (let tried = 0; tried <= points; tried++) statuses.push((await logIn(email, 'a guess', here)).status);
    expect(statuses).toEqual([...Array.from({ length: points }, () => 401), 429]);
  });

  test('many times at once shows no more than one after another', async () => {
    const { email, password } = await newCustomer(api);
    const most = rateLimitRules['login-account'].points;
    await guessedElsewhere(email, most - points);
    const guesses = Array.from({ length: 40 }, (_, tried) => `a guess, number ${tried}`);
    const statuses = (await Promise.all(guesses.map((guess) => logIn(email, guess)))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(points);
    expect(statuses.filter((status) => status === 429)).toHaveLength(guesses.length - points);
    expect((await logIn(email, password)).status).toBe(429);
  });

  test('is forgiven by the right password', async () => {
    const { email, password } = await newCustomer(api);
    const here = fromElsewhere();
    for (let round = 0; round < 2; round++) {
      for (let tried = 1; tried < points; tried++) expect((await logIn(email, 'a guess', here)).status).toBe(401);
      expect((await logIn(email, password, here)).status).toBe(200);
    }
  });

  test('at all accounts from one place ends too', async () => {
    const here = fromElsewhere();
    const most = rateLimitRules['login-address'].points;
    for (let tried = 0; tried < most; tried++) expect((await logIn(someAddress(), 'a guess', here)).status).toBe(401);
    const { email, password } = await newCustomer(api);
    expect((await logIn(email, password, here)).status).toBe(429);
    expect((await logIn(email, password)).status).toBe(200);
  });
});

describe('a session', () => {
  test('ends with its log-out, and no other does', async () => {
    const { email, password, token } = await newCustomer(api);
    const { data } = await logIn(email, password);
    expect((await call('/logout', { method: 'POST', headers: bearer(token) })).status).toBe(200);
    expect(await logged(token)).toEqual({ logged: false, role: null });
    expect((await call('/user', { headers: bearer(token) })).status).toBe(401);
    expect(await logged(data.token ?? '')).toEqual({ logged: true, role: 'MEMBER' });
  });

  test('ends by itself', async () => {
    const { token, id } = await newCustomer(api);
    expect((await call('/user', { headers: bearer(token) })).status).toBe(200);
    await inSite(api.db, 40, (tx) =>
      tx
        .update(sessions)
        .set({ expiresAt: new Date(Date.now() - 1_000) })
        .where(eq(sessions.userId, id)),
    );
    expect(await logged(token)).toEqual({ logged: false, role: null });
    expect((await call('/user', { headers: bearer(token) })).status).toBe(401);
  });

  test('of one estate is nobody’s at another, whatever is asked', async () => {
    const { headers, token } = await newCustomer(api);
    const calls: [string, CallOptions][] = [
      ['/user', {}],
      ['/user/export', {}],
      ['/user/newsletter/subscription', {}],
      ['/user', { method: 'DELETE' }],
      ['/user', { method: 'PUT', body: { firstname: 'A', lastname: 'B' } }],
      ['/user/unsubscribe/ask', { method: 'PUT', body: {} }],
    ];
    for (const [url, options] of calls) expect((await call(url, { ...options, site: 41, headers })).status).toBe(401);
    expect((await call('/logout', { method: 'POST', site: 41, headers })).status).toBe(200);
    expect(await logged(token)).toEqual({ logged: true, role: 'MEMBER' });
  });

  test.each([
    ['none', {}],
    ['an invented one', bearer('x'.repeat(43))],
    ['something else', { authorization: 'Basic dXNlcjpwYXNz' }],
    ['an empty one', { authorization: 'Bearer ' }],
    ['an endless one', bearer('x'.repeat(5_000))],
    ['two', { authorization: `Bearer ${'x'.repeat(43)}, Bearer ${'y'.repeat(43)}` }],
  ])('with %s as token there is none', async (_, headers) => {
    expect((await call<'GET /logged'>('/logged', { headers })).data).toEqual({ logged: false, role: null });
    expect((await call('/logout', { method: 'POST', headers })).status).toBe(200);
    const answer = await call('/user', { headers });
    expect([answer.status, answer.message]).toEqual([401, 'Connectez-vous d’abord.']);
  });

  test.each(['MEMBER', 'ADMIN', 'SUPER_ADMIN'] as const)('tells that one is %s', async (role) => {
    const { token, headers } = await newCustomer(api, { role });
    expect(await logged(token)).toEqual({ logged: true, role });
    expect((await call<'GET /user'>('/user', { headers })).data.role).toBe(role);
  });
});
