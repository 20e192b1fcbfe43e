import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { singleUseTokens, users } from '#server/api/accounts/accounts-tables.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { createRateLimiter, rateLimitRules } from '#server/api/limits/rate-limiter.ts';
import { createMailbox, seedEstates40And41, withNewClientAddress } from '#tests/support/fixtures/account-fixtures.ts';
import { computeOneTimeCode } from '#tests/support/fixtures/compute-one-time-code.ts';
import { type Customer, createBearerHeader, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';
import { waitForBlockedQuery } from '#tests/support/wait-for-blocked-query.ts';

/** Password hashing is slow by design, and up to ten times slower on a busy machine. */
vi.setConfig({ testTimeout: 120_000 });

const api = await startTestApi();
const mailbox = createMailbox(api);
beforeAll(() => seedEstates40And41(api));
beforeEach(() => api.db.$client.query('delete from rate_limits'));

const logIn = async ({ email, password }: Customer) =>
  (
    await api.call<'POST /login'>('/login', {
      method: 'POST',
      ...withNewClientAddress(),
      body: { identifier: email, password },
    })
  ).data;
const enterCode = (codeToken: string | undefined, code: string, site = 40) =>
  api.call<'POST /login/code'>('/login/code', {
    method: 'POST',
    site,
    ...withNewClientAddress(),
    body: { codeToken: codeToken ?? '', code },
  });
const start = (user: Customer, password = user.password) =>
  api.call<'POST /user/second-factor'>('/user/second-factor', {
    method: 'POST',
    headers: user.headers,
    body: { password },
  });
const enable = (user: Customer, code: string) =>
  api.call<'PUT /user/second-factor'>('/user/second-factor', { method: 'PUT', headers: user.headers, body: { code } });
const isLogged = async (token: string | undefined) =>
  (await api.call<'GET /logged'>('/logged', { headers: createBearerHeader(token ?? '') })).data.logged;

/** Creates a user and enables the two-step log-in, which uses up the code of the present time step. */
async function createProtectedUser() {
  const user = await createCustomer(api, { role: 'ADMIN' });
  const { secret } = (await start(user)).data;
  const { recoveryCodes } = (await enable(user, computeOneTimeCode(secret))).data;
  return { user, secret, recoveryCodes };
}

describe('the set-up of the two-step log-in', () => {
  it('needs the password and the first code, and ends the other sessions', async () => {
    const user = await createCustomer(api, { role: 'ADMIN' });
    const other = (await logIn(user)).token;
    expect((await start(user, 'not this one, sorry')).status).toBe(422);
    expect((await enable(user, '123456')).status).toBe(409);
    const { secret, uri } = (await start(user)).data;
    expect(uri).toContain(`secret=${secret}`);
    expect(await logIn(user)).toMatchObject({ token: expect.any(String) });
    expect((await enable(user, '12345')).status).toBe(422);
    const { recoveryCodes } = (await enable(user, computeOneTimeCode(secret))).data;
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await isLogged(other)).toBe(false);
    expect(await isLogged(user.token)).toBe(true);
    expect((await start(user)).status).toBe(409);
    const state = await api.call('/user/second-factor', { headers: user.headers });
    expect(JSON.parse(state.text).data).toEqual({ isEnabled: true, recoveryCodesLeft: 10 });
    const mails = await mailbox.mailsFor(user.email);
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('activée')]);
  });

  it('stores recovery codes as hashes only, and returns the secret in no other call', async () => {
    const { user, secret, recoveryCodes } = await createProtectedUser();
    const [row] = await withSiteTransaction(api.db, 40, (tx) => tx.select().from(users).where(eq(users.id, user.id)));
    expect(JSON.stringify(row)).not.toContain(recoveryCodes[0]);
    for (const path of ['/user', '/user/export', '/user/second-factor', '/user/session'])
      expect((await api.call(path, { headers: user.headers })).text).not.toContain(secret);
  });
});

describe('a log-in with the second step', () => {
  it('starts no session before the code, and accepts each code once', async () => {
    const { user, secret } = await createProtectedUser();
    const first = await logIn(user);
    expect(first).toEqual({ codeToken: expect.any(String), idSite: 40 });
    expect(await isLogged(first.codeToken)).toBe(false);
    // The code of the set-up is not accepted a second time.
    expect((await enterCode(first.codeToken, computeOneTimeCode(secret))).status).toBe(422);
    const next = computeOneTimeCode(secret, 1);
    expect((await enterCode(first.codeToken, next, 41)).status).toBe(422);
    const answers = await Promise.all([1, 2].map(() => enterCode(first.codeToken, next)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const token = answers.find(({ status }) => status === 200)?.data.token;
    expect(await isLogged(token)).toBe(true);
    expect((await enterCode((await logIn(user)).codeToken, next)).status).toBe(422);
  });

  it('is required if the two-step log-in is enabled while the password is being verified', async () => {
    const { user } = await createProtectedUser();
    const own = eq(users.id, user.id);
    const [row] = await withSiteTransaction(api.db, 40, (tx) => tx.select().from(users).where(own));
    await withSiteTransaction(api.db, 40, (tx) => tx.update(users).set({ secondFactor: null }).where(own));
    const { loggingIn } = await withSiteTransaction(api.db, 40, async (tx) => {
      await tx
        .update(users)
        .set({ secondFactor: row?.secondFactor ?? null })
        .where(own);
      const attempt = logIn(user);
      await waitForBlockedQuery(api.db);
      return { loggingIn: attempt };
    });
    expect(await loggingIn).toEqual({ codeToken: expect.any(String), idSite: 40 });
  });

  it('accepts each recovery code once, in any notation', async () => {
    const { user, recoveryCodes } = await createProtectedUser();
    const [code = ''] = recoveryCodes;
    expect((await enterCode((await logIn(user)).codeToken, code.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
    expect((await enterCode((await logIn(user)).codeToken, code)).status).toBe(422);
  });

  it('limits the wrong codes of an account over all log-ins', async () => {
    const { user, secret } = await createProtectedUser();
    const { codeToken } = await logIn(user);
    for (let attempt = 0; attempt < 10; attempt++) expect((await enterCode(codeToken, '000000')).status).toBe(422);
    expect((await enterCode((await logIn(user)).codeToken, computeOneTimeCode(secret, 1))).status).toBe(429);
  });

  it('limits the wrong codes of an account in a day and warns its owner once', async () => {
    const { user, recoveryCodes } = await createProtectedUser();
    const limits = createRateLimiter(api.db);
    const consumeAttempts = async (attempts: number) => {
      for (let count = 0; count < attempts; count++) await limits.consume(40, 'login-code-day', String(user.id));
    };
    const readWarnings = async () =>
      (await mailbox.mailsFor(user.email)).filter(({ subject }) => subject.includes('Codes de connexion bloqués'));
    const { points } = rateLimitRules['login-code-day'];
    await consumeAttempts(points - 2);
    // A correct code is not counted, and does not reset the count of earlier wrong codes.
    const [first = '', second = ''] = recoveryCodes;
    expect((await enterCode((await logIn(user)).codeToken, first)).status).toBe(200);
    const { codeToken } = await logIn(user);
    expect((await enterCode(codeToken, '000000')).status).toBe(422);
    expect(await readWarnings()).toEqual([]);
    expect((await enterCode(codeToken, '000000')).status).toBe(422);
    expect(await readWarnings()).toHaveLength(1);
    expect((await enterCode(codeToken, second)).status).toBe(429);
    await limits.reset(40, 'login-code-day', String(user.id));
    await consumeAttempts(points - 1);
    expect((await enterCode(codeToken, '000000')).status).toBe(422);
    expect(await readWarnings()).toHaveLength(1);
  });

  it('expires, and ends when the password changes', async () => {
    const { user, secret } = await createProtectedUser();
    const { codeToken } = await logIn(user);
    await withSiteTransaction(api.db, 40, (tx) =>
      tx
        .update(singleUseTokens)
        .set({ expiresAt: new Date(0) })
        .where(eq(singleUseTokens.userId, user.id)),
    );
    expect((await enterCode(codeToken, computeOneTimeCode(secret, 1))).status).toBe(422);
    const pending = await logIn(user);
    const body = { currentPassword: user.password, newPassword: 'à l’ombre du vieux tilleul' };
    await api.call('/user/password', { method: 'PUT', headers: user.headers, body });
    expect((await enterCode(pending.codeToken, computeOneTimeCode(secret, 1))).status).toBe(422);
  });

  it('is disabled with the password', async () => {
    const { user } = await createProtectedUser();
    const disable = (password: string) =>
      api.call('/user/second-factor', { method: 'DELETE', headers: user.headers, body: { password } });
    expect((await disable('not this one, sorry')).status).toBe(422);
    expect((await disable(user.password)).status).toBe(200);
    expect(await logIn(user)).toMatchObject({ token: expect.any(String) });
  });
});

describe('the sessions of a user', () => {
  const listSessions = async (user: Customer) =>
    (await api.call<'GET /user/session'>('/user/session', { headers: user.headers })).data.sessions;

  it('are listed with their device, and end individually or all but the current session', async () => {
    const user = await createCustomer(api);
    const options = withNewClientAddress({ headers: { 'user-agent': `Firefox ${'x'.repeat(500)}` } });
    const body = { identifier: user.email, password: user.password };
    const tokens: (string | undefined)[] = [];
    for (let count = 0; count < 3; count++)
      tokens.push((await api.call<'POST /login'>('/login', { ...options, method: 'POST', body })).data.token);
    const sessions = await listSessions(user);
    expect(sessions).toHaveLength(4);
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    const others = sessions.filter(({ isCurrent }) => !isCurrent);
    expect(others[0]?.device).toMatch(/^Firefox x{192}$/);
    const end = (id: number, headers = user.headers) => api.call(`/user/session/${id}`, { method: 'DELETE', headers });
    const stranger = await createCustomer(api);
    expect((await end(others[0]?.id ?? 0, stranger.headers)).status).toBe(404);
    expect((await end(others[0]?.id ?? 0)).status).toBe(200);
    expect(await listSessions(user)).toHaveLength(3);
    await api.call('/logout/others', { method: 'POST', headers: user.headers });
    expect(await listSessions(user)).toMatchObject([{ isCurrent: true }]);
    for (const token of tokens) expect(await isLogged(token)).toBe(false);
  });
});
