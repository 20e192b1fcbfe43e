import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { singleUseTokens, users } from '#server/api/accounts/accounts-tables.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { rateLimitRules } from '#server/api/limits/rate-limiter.ts';
import {
  createAccountRegistrationInput,
  createMailbox,
  createUniqueEmail,
  seedEstates40And41,
  validPassword,
  withNewClientAddress,
} from '#tests/support/fixtures/account-fixtures.ts';
import { createBearerHeader, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { type CallOptions, startTestApi } from '#tests/support/servers/test-api.ts';

/** Password hashing is slow by design, and up to ten times slower on a busy machine. */
vi.setConfig({ testTimeout: 120_000 });

const api = await startTestApi();
const { call } = api;
const mails = createMailbox(api);

beforeAll(() => seedEstates40And41(api));

const requestLink = (identifier: string, options: CallOptions = {}) =>
  call('/password/reset/ask', withNewClientAddress({ method: 'PUT', body: { identifier }, ...options }));
const reset = (token: string, password = validPassword, options: CallOptions = {}) =>
  call('/password/reset', withNewClientAddress({ method: 'PUT', body: { token, password }, ...options }));
const logIn = (identifier: string, password: string) =>
  call<'POST /login'>('/login', withNewClientAddress({ method: 'POST', body: { identifier, password } }));
const isLogged = async (token: string) =>
  (await call<'GET /logged'>('/logged', { headers: createBearerHeader(token) })).data.logged;
const change = (headers: Record<string, string>, currentPassword: string, newPassword: string) =>
  call('/user/password', withNewClientAddress({ method: 'PUT', body: { currentPassword, newPassword }, headers }));

describe('PUT /password/reset', () => {
  test('replaces the password and ends every session', async () => {
    const { email, password, token: session } = await createCustomer(api);
    await requestLink(email.toUpperCase());
    const link = await mails.latestLink(email, '/password/reset/');
    expect(link).toMatch(/^https:\/\/estate-40\.example\/password\/reset\/[\w-]{43}$/);
    expect((await reset(link.split('/').at(-1) ?? '')).status).toBe(200);
    expect(await isLogged(session)).toBe(false);
    expect((await logIn(email, password)).status).toBe(401);
    expect((await logIn(email, validPassword)).status).toBe(200);
    const subjects = (await mails.mailsFor(email)).map(({ subject }) => subject);
    expect(subjects).toEqual(['Un nouveau mot de passe pour Chênes', 'Votre mot de passe a changé']);
  });

  test('responds to a request for an unknown address as to any other, but sends no mail', async () => {
    const { email } = await createCustomer(api);
    const stranger = createUniqueEmail();
    const [known, unknown] = [await requestLink(email), await requestLink(stranger)];
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    expect(await mails.mailsFor(stranger)).toEqual([]);
    expect(await mails.mailsFor(email)).toHaveLength(1);
  });

  test('POST /password/reset/check returns whether a reset link is valid without using it up', async () => {
    const { email } = await createCustomer(api);
    await requestLink(email);
    const token = (await mails.latestLink(email, '/password/reset/')).split('/').at(-1) ?? '';
    const check = () => call('/password/reset/check', withNewClientAddress({ method: 'POST', body: { token } }));
    expect([(await check()).status, (await check()).status]).toEqual([200, 200]);
    expect((await reset(token)).status).toBe(200);
    expect((await check()).status).toBe(422);
  });

  test('accepts the newest link once and revokes earlier links', async () => {
    const { email, id } = await createCustomer(api);
    await requestLink(email);
    const first = await mails.latestToken(email, '/password/reset/');
    await requestLink(email);
    const second = await mails.latestToken(email, '/password/reset/');
    expect((await reset(first)).status).toBe(422);
    const links = await withSiteTransaction(api.db, 40, (tx) =>
      tx.select().from(singleUseTokens).where(eq(singleUseTokens.userId, id)),
    );
    expect(links.map(({ createdAt, expiresAt }) => expiresAt.getTime() - createdAt.getTime())).toEqual([3_600_000]);
    const both = await Promise.all([reset(second), reset(second, 'a second word for the same door')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await reset(second)).status).toBe(422);
  });

  test('rejects a link after an hour', async () => {
    const { email, id } = await createCustomer(api);
    await requestLink(email);
    const token = await mails.latestToken(email, '/password/reset/');
    await withSiteTransaction(api.db, 40, (tx) =>
      tx
        .update(singleUseTokens)
        .set({ expiresAt: new Date(Date.now() - 1_000) })
        .where(eq(singleUseTokens.userId, id)),
    );
    expect((await reset(token)).status).toBe(422);
  });

  test('rejects a link of another estate and a registration link', async () => {
    const { email } = await createCustomer(api);
    await createCustomer(api, { site: 41, email });
    await requestLink(email);
    const token = await mails.latestToken(email, '/password/reset/');
    expect((await reset(token, validPassword, { site: 41 })).status).toBe(422);
    const pending = createUniqueEmail();
    await call(
      '/register',
      withNewClientAddress({ method: 'POST', body: createAccountRegistrationInput({ email: pending }) }),
    );
    expect((await reset(await mails.latestToken(pending, '/auth/activate/'))).status).toBe(422);
    expect((await reset(token)).status).toBe(200);
  });

  test('keeps the link valid when the new password is refused', async () => {
    const { email } = await createCustomer(api);
    await requestLink(email);
    const token = await mails.latestToken(email, '/password/reset/');
    const weak = await reset(token, email.split('@')[0]);
    expect([weak.status, Object.keys(weak.errors ?? {})]).toEqual([422, ['password']]);
    expect((await reset(token, 'short')).status).toBe(400);
    expect((await reset(token)).status).toBe(200);
  });

  test('sends no mail for a registration that was never confirmed', async () => {
    const email = createUniqueEmail();
    await call('/register', withNewClientAddress({ method: 'POST', body: createAccountRegistrationInput({ email }) }));
    const activation = await mails.latestToken(email, '/auth/activate/');
    expect((await requestLink(email)).status).toBe(200);
    await expect(mails.latestToken(email, '/password/reset/')).rejects.toThrow('no mail');
    expect(
      (await call('/register/activate', withNewClientAddress({ method: 'PUT', body: { token: activation } }))).status,
    ).toBe(200);
  });

  test('lifts the log-in limit of the account', async () => {
    const { email } = await createCustomer(api);
    for (let attempt = 0; attempt < rateLimitRules['login-account'].points; attempt++) await logIn(email, 'a guess');
    expect((await logIn(email, validPassword)).status).toBe(429);
    await requestLink(email);
    await reset(await mails.latestToken(email, '/password/reset/'));
    expect((await logIn(email, validPassword)).status).toBe(200);
  });

  test('limits the requests for a known and an unknown address alike', async () => {
    const { email } = await createCustomer(api);
    for (const identifier of [email, createUniqueEmail()]) {
      const statuses: number[] = [];
      for (let attempt = 0; attempt <= rateLimitRules['reset-account'].points; attempt++)
        statuses.push((await requestLink(identifier)).status);
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    }
  });

  test('limits the attempts with unknown tokens', async () => {
    const client = withNewClientAddress({ method: 'PUT', body: { token: 'x'.repeat(43), password: validPassword } });
    const statuses: number[] = [];
    for (let attempt = 0; attempt <= rateLimitRules['link-client'].points; attempt++)
      statuses.push((await call('/password/reset', client)).status);
    expect(new Set(statuses.slice(0, -1))).toEqual(new Set([422]));
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('PUT /user/password', () => {
  test('ends every other session, keeps the current one and revokes links', async () => {
    const { email, password, token, headers } = await createCustomer(api);
    const { data } = await logIn(email, password);
    await requestLink(email);
    const link = await mails.latestToken(email, '/password/reset/');
    expect((await change(headers, password, validPassword)).status).toBe(200);
    expect([await isLogged(token), await isLogged(data.token ?? '')]).toEqual([true, false]);
    expect((await reset(link)).status).toBe(422);
    expect((await logIn(email, password)).status).toBe(401);
    expect((await logIn(email, validPassword)).status).toBe(200);
    expect((await mails.mailsFor(email)).at(-1)?.subject).toBe('Votre mot de passe a changé');
  });

  test('rejects a wrong current password', async () => {
    const { headers, email, password } = await createCustomer(api);
    const answer = await change(headers, 'not this one, sorry', validPassword);
    expect([answer.status, Object.keys(answer.errors ?? {})]).toEqual([422, ['currentPassword']]);
    expect((await logIn(email, password)).status).toBe(200);
  });

  test('rejects a weak, short or missing password and a caller without a session', async () => {
    const { headers, password } = await createCustomer(api);
    const weak = await change(headers, password, 'azertyuiop123');
    expect([weak.status, Object.keys(weak.errors ?? {})]).toEqual([422, ['newPassword']]);
    expect((await change(headers, password, 'too short')).status).toBe(400);
    expect((await call('/user/password', { method: 'PUT', body: {}, headers })).status).toBe(400);
    expect((await call('/user/password', { method: 'PUT', body: {} })).status).toBe(401);
  });

  test('limits the attempts with a wrong current password', async () => {
    const { headers, password } = await createCustomer(api);
    for (let attempt = 0; attempt < rateLimitRules['password-account'].points; attempt++)
      expect((await change(headers, 'a guess', validPassword)).status).toBe(422);
    const answer = await change(headers, password, validPassword);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('applies only one of two simultaneous changes', async () => {
    const { headers, password, email } = await createCustomer(api);
    const newPasswords = ['the first of two new ones', 'the other of two new ones'];
    const statuses = (await Promise.all(newPasswords.map((newPassword) => change(headers, password, newPassword)))).map(
      ({ status }) => status,
    );
    expect(statuses.sort()).toEqual([200, 422]);
    const [row] = await withSiteTransaction(api.db, 40, (tx) =>
      tx.select().from(users).where(eq(users.emailKey, email)),
    );
    expect(row?.passwordHash).toMatch(/^\$argon2id\$/);
  });
});
