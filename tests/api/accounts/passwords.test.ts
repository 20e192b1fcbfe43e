import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { linkTokens, users } from '#server/api/accounts/accounts-tables.ts';
import { inSite } from '#server/api/database/site-transaction.ts';
import { rateLimitRules } from '#server/api/limits/rate-limits.ts';
import {
  fillTwoEstates,
  fromElsewhere,
  goodPassword,
  mailbox,
  registration,
  someAddress,
} from '#tests/support/fixtures/accounts-estates.ts';
import { bearer, newCustomer } from '#tests/support/fixtures/customer.ts';
import { type CallOptions, testApi } from '#tests/support/servers/test-api.ts';

/** Hashing is meant to take time, and takes ten times as much on a busy machine. */
vi.setConfig({ testTimeout: 120_000 });

const api = await testApi();
const { call } = api;
const mails = mailbox(api);

beforeAll(() => fillTwoEstates(api));

const ask = (identifier: string, options: CallOptions = {}) =>
  call('/password/reset/ask', fromElsewhere({ method: 'PUT', body: { identifier }, ...options }));
const reset = (token: string, password = goodPassword, options: CallOptions = {}) =>
  call('/password/reset', fromElsewhere({ method: 'PUT', body: { token, password }, ...options }));
const logIn = (identifier: string, password: string) =>
  call<'POST /login'>('/login', fromElsewhere({ method: 'POST', body: { identifier, password } }));
const isLogged = async (token: string) =>
  (await call<'GET /logged'>('/logged', { headers: bearer(token) })).data.logged;
const change = (headers: Record<string, string>, currentPassword: string, newPassword: string) =>
  call('/user/password', fromElsewhere({ method: 'PUT', body: { currentPassword, newPassword }, headers }));

describe('a new password by link', () => {
  test('takes the place of the old one and ends every session', async () => {
    const { email, password, token: session } = await newCustomer(api);
    await ask(email.toUpperCase());
    const link = await mails.linkOf(email, '/password/reset/');
    expect(link).toMatch(/^https:\/\/estate-40\.example\/password\/reset\/[\w-]{43}$/);
    expect((await reset(link.split('/').at(-1) ?? '')).status).toBe(200);
    expect(await isLogged(session)).toBe(false);
    expect((await logIn(email, password)).status).toBe(401);
    expect((await logIn(email, goodPassword)).status).toBe(200);
    const subjects = (await mails.of(email)).map(({ subject }) => subject);
    expect(subjects).toEqual(['Un nouveau mot de passe pour Chênes', 'Votre mot de passe a changé']);
  });

  test('is asked for with the same answer whether or not there is an account, and a stranger gets no mail', async () => {
    const { email } = await newCustomer(api);
    const stranger = someAddress();
    const [known, unknown] = [await ask(email), await ask(stranger)];
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    expect(await mails.of(stranger)).toEqual([]);
    expect(await mails.of(email)).toHaveLength(1);
  });

  test('lives an hour, works once, and the newest kills those before', async () => {
    const { email, id } = await newCustomer(api);
    await ask(email);
    const first = await mails.tokenOf(email, '/password/reset/');
    await ask(email);
    const second = await mails.tokenOf(email, '/password/reset/');
    expect((await reset(first)).status).toBe(422);
    const links = await inSite(api.db, 40, (tx) => tx.select().from(linkTokens).where(eq(linkTokens.userId, id)));
    expect(links.map(({ createdAt, expiresAt }) => expiresAt.getTime() - createdAt.getTime())).toEqual([3_600_000]);
    const both = await Promise.all([reset(second), reset(second, 'a second word for the same door')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await reset(second)).status).toBe(422);
  });

  test('is dead after its hour', async () => {
    const { email, id } = await newCustomer(api);
    await ask(email);
    const token = await mails.tokenOf(email, '/password/reset/');
    await inSite(api.db, 40, (tx) =>
      tx
        .update(linkTokens)
        .set({ expiresAt: new Date(Date.now() - 1_000) })
        .where(eq(linkTokens.userId, id)),
    );
    expect((await reset(token)).status).toBe(422);
  });

  test('is no link of another estate, nor one for a registration', async () => {
    const { email } = await newCustomer(api);
    await newCustomer(api, { site: 41, email });
    await ask(email);
    const token = await mails.tokenOf(email, '/password/reset/');
    expect((await reset(token, goodPassword, { site: 41 })).status).toBe(422);
    const pending = someAddress();
    await call('/register', fromElsewhere({ method: 'POST', body: registration({ email: pending }) }));
    expect((await reset(await mails.tokenOf(pending, '/auth/activate/'))).status).toBe(422);
    expect((await reset(token)).status).toBe(200);
  });

  test('is not used up by a password that is refused', async () => {
    const { email } = await newCustomer(api);
    await ask(email);
    const token = await mails.tokenOf(email, '/password/reset/');
    const weak = await reset(token, email.split('@')[0]);
    expect([weak.status, Object.keys(weak.errors ?? {})]).toEqual([422, ['password']]);
    expect((await reset(token, 'short')).status).toBe(400);
    expect((await reset(token)).status).toBe(200);
  });

  test('opens an account that was pending, and kills the links of its registration', async () => {
    const email = someAddress();
    await call('/register', fromElsewhere({ method: 'POST', body: registration({ email }) }));
    const activation = await mails.tokenOf(email, '/auth/activate/');
    await ask(email);
    expect((await reset(await mails.tokenOf(email, '/password/reset/'), 'words of the owner alone')).status).toBe(200);
    expect((await logIn(email, 'words of the owner alone')).status).toBe(200);
    expect(
      (await call('/register/activate', fromElsewhere({ method: 'PUT', body: { token: activation } }))).status,
    ).toBe(422);
    expect((await logIn(email, goodPassword)).status).toBe(401);
  });

  test('lets in whoever was shut out by guesses of others', async () => {
    const { email } = await newCustomer(api);
    for (let tried = 0; tried < rateLimitRules['login-account'].points; tried++) await logIn(email, 'a guess');
    expect((await logIn(email, goodPassword)).status).toBe(429);
    await ask(email);
    await reset(await mails.tokenOf(email, '/password/reset/'));
    expect((await logIn(email, goodPassword)).status).toBe(200);
  });

  test('is asked for so many times an hour, known or not', async () => {
    const { email } = await newCustomer(api);
    for (const identifier of [email, someAddress()]) {
      const statuses: number[] = [];
      for (let tried = 0; tried <= rateLimitRules['reset-account'].points; tried++)
        statuses.push((await ask(identifier)).status);
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    }
  });

  test('does not let tokens be guessed without end', async () => {
    const here = fromElsewhere({ method: 'PUT', body: { token: 'x'.repeat(43), password: goodPassword } });
    const statuses: number[] = [];
    for (let tried = 0; tried <= rateLimitRules['link-address'].points; tried++)
      statuses.push((await call('/password/reset', here)).status);
    expect(new Set(statuses.slice(0, -1))).toEqual(new Set([422]));
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('changing the password', () => {
  test('ends every other session, keeps this one and kills links', async () => {
    const { email, password, token, headers } = await newCustomer(api);
    const { data } = await logIn(email, password);
    await ask(email);
    const link = await mails.tokenOf(email, '/password/reset/');
    expect((await change(headers, password, goodPassword)).status).toBe(200);
    expect([await isLogged(token), await isLogged(data.token ?? '')]).toEqual([true, false]);
    expect((await reset(link)).status).toBe(422);
    expect((await logIn(email, password)).status).toBe(401);
    expect((await logIn(email, goodPassword)).status).toBe(200);
    expect((await mails.of(email)).at(-1)?.subject).toBe('Votre mot de passe a changé');
  });

  test('needs the current one', async () => {
    const { headers, email, password } = await newCustomer(api);
    const answer = await change(headers, 'not this one, sorry', goodPassword);
    expect([answer.status, Object.keys(answer.errors ?? {})]).toEqual([422, ['currentPassword']]);
    expect((await logIn(email, password)).status).toBe(200);
  });

  test('refuses a weak one, and a short one', async () => {
    const { headers, password } = await newCustomer(api);
    const weak = await change(headers, password, 'azertyuiop123');
    expect([weak.status, Object.keys(weak.errors ?? {})]).toEqual([422, ['newPassword']]);
    expect((await change(headers, password, 'too short')).status).toBe(400);
    expect((await call('/user/password', { method: 'PUT', body: {}, headers })).status).toBe(400);
    expect((await call('/user/password', { method: 'PUT', body: {} })).status).toBe(401);
  });

  test('does not let somebody at an open browser guess without end', async () => {
    const { headers, password } = await newCustomer(api);
    for (let tried = 0; tried < rateLimitRules['password-account'].points; tried++)
      expect((await change(headers, 'a guess', goodPassword)).status).toBe(422);
    const answer = await change(headers, password, goodPassword);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('twice at once happens once', async () => {
    const { headers, password, email } = await newCustomer(api);
    const words = ['the first of two new ones', 'the other of two new ones'];
    const statuses = (await Promise.all(words.map((word) => change(headers, password, word)))).map(
      ({ status }) => status,
    );
    expect(statuses.sort()).toEqual([200, 422]);
    const [row] = await inSite(api.db, 40, (tx) => tx.select().from(users).where(eq(users.emailKey, email)));
    expect(row?.passwordHash).toMatch(/^\$argon2id\$/);
  });
});
