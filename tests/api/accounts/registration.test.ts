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
import { createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { type CallOptions, startTestApi } from '#tests/support/servers/test-api.ts';

/** Password hashing is slow by design, and up to ten times slower on a busy machine. */
vi.setConfig({ testTimeout: 120_000 });

const api = await startTestApi();
const { call } = api;
const mails = createMailbox(api);

beforeAll(() => seedEstates40And41(api));

const register = (own: Record<string, unknown> = {}, options: CallOptions = {}) =>
  call('/register', withNewClientAddress({ method: 'POST', body: createAccountRegistrationInput(own), ...options }));
const activate = (token: string, options: CallOptions = {}) =>
  call('/register/activate', withNewClientAddress({ method: 'PUT', body: { token }, ...options }));
const logIn = (identifier: string, password = validPassword, options: CallOptions = {}) =>
  call<'POST /login'>('/login', withNewClientAddress({ method: 'POST', body: { identifier, password }, ...options }));
const accountsOf = (email: string, site = 40) =>
  withSiteTransaction(api.db, site, (tx) => tx.select().from(users).where(eq(users.emailKey, email.toLowerCase())));

describe('POST /register', () => {
  test('creates an account that is usable once its link has been followed', async () => {
    const email = 'Odile.M@Mail.example';
    const answer = await register({ email });
    expect([answer.status, answer.data]).toEqual([200, {}]);
    expect((await logIn(email)).status).toBe(401);

    const [mail] = await mails.mailsFor(email);
    expect(mail?.subject).toBe('Votre compte chez Chênes\u00a0: une dernière étape');
    expect(mail?.text).not.toContain(validPassword);
    expect(await mails.latestLink(email, '/auth/')).toMatch(
      /^https:\/\/estate-40\.example\/auth\/activate\/[\w-]{43}$/,
    );
    const token = await mails.latestToken(email, '/auth/activate/');
    expect((await activate(token)).status).toBe(200);
    expect((await logIn('odile.m@mail.EXAMPLE')).status).toBe(200);

    const [row] = await accountsOf(email);
    expect(row).toMatchObject({ email, role: 'MEMBER', firstname: 'Odile', birthdate: '1979-03-02', lang: 'fr_FR' });
    expect(row?.termsAcceptedAt?.getTime()).toBeGreaterThan(Date.now() - 600_000);
    expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('sends the mail in the caller’s language with links to the caller’s origin', async () => {
    const email = createUniqueEmail();
    const headers = { ...withNewClientAddress().headers, 'x-site-origin': 'http://willow-hill.localhost:3000' };
    await call('/register', {
      method: 'POST',
      body: createAccountRegistrationInput({ email }),
      site: 41,
      lang: 'en',
      headers,
    });
    const [mail] = await mails.mailsFor(email);
    expect(mail?.subject).toBe('Your account at Willow: one last step');
    expect(await mails.latestLink(email, '/auth/')).toMatch(/^http:\/\/willow-hill\.localhost:3000\/auth\/activate\//);
    const links = `${mail?.html} ${mail?.text}`.match(/https?:\/\/[^\s"/<]+/g);
    expect(new Set(links)).toEqual(new Set(['http://willow-hill.localhost:3000']));
  });

  test('repeats no input in the mail, since the address may belong to a stranger', async () => {
    const email = createUniqueEmail();
    await register({ email, firstname: 'Win a prize at', lastname: 'evil.example' });
    const [mail] = await mails.mailsFor(email);
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toMatch(/prize|evil/);
  });

  test('subscribes to the first newsletter alone once the link has been followed', async () => {
    const email = createUniqueEmail();
    await register({ email, newsletter: true });
    await activate(await mails.latestToken(email, '/auth/activate/'));
    const { data } = await logIn(email);
    const own = await call<'GET /user/newsletter/subscription'>('/user/newsletter/subscription', {
      headers: { authorization: `Bearer ${data.token}` },
    });
    expect(own.data.lists).toEqual([1]);
  });

  const soon = new Date(Date.now() + 2 * 86_400_000);
  soon.setUTCFullYear(soon.getUTCFullYear() - 18);
  test.each([
    ['without accepted terms', { acceptTerms: false }, 'acceptTerms'],
    ['two days before the eighteenth birthday', { birthdate: soon.toISOString().slice(0, 10) }, 'birthdate'],
    ['with a birthdate in the future', { birthdate: '2199-01-01' }, 'birthdate'],
    ['with a common password', { password: 'motdepasse123' }, 'password'],
    ['with the address in the password', { email: 'marceline@mail.example', password: 'marceline-1972' }, 'password'],
    ['with the estate in the password', { password: 'Les Chenes 2026' }, 'password'],
  ])('rejects a registration %s with 422', async (_, own, field) => {
    const answer = await register(own);
    expect([answer.status, Object.keys(answer.errors ?? {})]).toEqual([422, [field]]);
    expect(answer.errors?.[field]).toBe(answer.message);
  });

  test.each([
    ['a malformed address', { email: 'nobody' }, 'email'],
    ['two addresses', { email: 'a@mail.example, b@mail.example' }, 'email'],
    ['an address with a line break', { email: 'a@mail.example\r\nBcc: b@mail.example' }, 'email'],
    ['a short password', { password: 'merle merle' }, 'password'],
    ['a password that is too long', { password: 'm'.repeat(201) }, 'password'],
    ['an empty name', { firstname: ' ' }, 'firstname'],
    ['a day that does not exist', { birthdate: '1979-02-30' }, 'birthdate'],
    ['a malformed phone number', { phone: 'call me' }, 'phone'],
    ['a role', { role: 'SUPER_ADMIN' }, 'role'],
    ['a string as acceptance of the terms', { acceptTerms: 'yes' }, 'acceptTerms'],
  ])('rejects %s with 400', async (_, own, field) => {
    const answer = await register(own);
    expect([answer.status, Object.keys(answer.errors ?? {})]).toEqual([400, [field]]);
    if ('password' in own) expect(answer.text).not.toContain(own.password);
  });
});

describe('POST /register with a known address', () => {
  test('responds as for an unknown address and informs the owner by mail', async () => {
    const known = await createCustomer(api);
    const [forUnknown, forKnown] = [await register(), await register({ email: known.email.toUpperCase() })];
    expect([forKnown.status, forKnown.text]).toEqual([forUnknown.status, forUnknown.text]);
    expect(Object.keys(forKnown.headers)).toEqual(Object.keys(forUnknown.headers));
    const [mail] = await mails.mailsFor(known.email);
    expect(mail?.subject).toBe('Vous avez déjà un compte chez Chênes');
    expect(mail?.links).toContain('https://estate-40.example/auth');
    expect(mail?.links).toContain('https://estate-40.example/password/reset/ask');
    expect((await logIn(known.email, known.password)).status).toBe(200);
    expect((await logIn(known.email, validPassword)).status).toBe(401);
  });

  test('does not let a stranger choose the password of a pending account', async () => {
    const email = createUniqueEmail();
    await register({ email, password: 'the owner chose these words', firstname: 'Owner' });
    const ownerToken = await mails.latestToken(email, '/auth/activate/');
    await register({ email, password: 'a stranger chose these words', firstname: 'Stranger' });
    const strangerToken = await mails.latestToken(email, '/auth/activate/');
    expect(strangerToken).not.toBe(ownerToken);
    expect((await activate(ownerToken)).status).toBe(200);
    expect((await logIn(email, 'the owner chose these words')).status).toBe(200);
    expect((await logIn(email, 'a stranger chose these words')).status).toBe(401);
    expect((await activate(strangerToken)).status).toBe(422);
    expect((await accountsOf(email))[0]?.firstname).toBe('Owner');
  });

  test('creates one account for twenty simultaneous registrations', async () => {
    const email = createUniqueEmail();
    const answers = await Promise.all(Array.from({ length: 20 }, () => register({ email })));
    const { points } = rateLimitRules['mail-recipient'];
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(points);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20 - points);
    expect(await accountsOf(email)).toHaveLength(1);
    expect(await mails.mailsFor(email)).toHaveLength(points);
    expect((await activate(await mails.latestToken(email, '/auth/activate/'))).status).toBe(200);
  });
});

describe('PUT /register/activate', () => {
  test('accepts a link once, even in twenty simultaneous calls', async () => {
    const email = createUniqueEmail();
    await register({ email });
    const token = await mails.latestToken(email, '/auth/activate/');
    const statuses = (await Promise.all(Array.from({ length: 20 }, () => activate(token)))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, ...Array.from({ length: 19 }, () => 422)]);
  });

  test('rejects a link at another estate', async () => {
    const email = createUniqueEmail();
    await register({ email });
    const token = await mails.latestToken(email, '/auth/activate/');
    expect((await activate(token, { site: 41 })).status).toBe(422);
    expect((await activate(token)).status).toBe(200);
  });

  test('rejects a link after a day', async () => {
    const email = createUniqueEmail();
    await register({ email });
    const token = await mails.latestToken(email, '/auth/activate/');
    const [user] = await accountsOf(email);
    const link = () =>
      withSiteTransaction(api.db, 40, (tx) =>
        tx
          .select()
          .from(singleUseTokens)
          .where(eq(singleUseTokens.userId, user?.id ?? 0)),
      );
    const [row] = await link();
    expect((row?.expiresAt.getTime() ?? 0) - (row?.createdAt.getTime() ?? 0)).toBe(86_400_000);
    expect(row?.tokenHash).not.toBe(token);
    await withSiteTransaction(api.db, 40, (tx) =>
      tx
        .update(singleUseTokens)
        .set({ expiresAt: new Date(Date.now() - 1_000) })
        .where(eq(singleUseTokens.userId, user?.id ?? 0)),
    );
    const answer = await activate(token);
    expect([answer.status, answer.message]).toEqual([
      422,
      'Ce lien a déjà servi ou il est trop ancien. Demandez-en un nouveau.',
    ]);
  });

  test('rejects a link for a new password', async () => {
    const { email } = await createCustomer(api);
    await call('/password/reset/ask', withNewClientAddress({ method: 'PUT', body: { identifier: email } }));
    expect((await activate(await mails.latestToken(email, '/password/reset/'))).status).toBe(422);
  });

  test.each(['', 'short', 'x'.repeat(101), `${'x'.repeat(30)}'--`])(
    'rejects the malformed token %j with 400',
    async (token) => expect((await activate(token)).status).toBe(400),
  );
});

test('POST /register limits the registrations from one network and sends Retry-After', async () => {
  const options = withNewClientAddress({ method: 'POST' });
  const statuses: number[] = [];
  for (let attempt = 0; attempt <= rateLimitRules['register-client'].points; attempt++) {
    const answer = await call('/register', { ...options, body: createAccountRegistrationInput() });
    statuses.push(answer.status);
    if (answer.status === 429) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect(new Set(statuses.slice(0, -1))).toEqual(new Set([200]));
  expect(statuses.at(-1)).toBe(429);
});

test('the log contains no address, password or token', async () => {
  const email = 'logged-nowhere@mail.example';
  await register({ email });
  const token = await mails.latestToken(email, '/auth/activate/');
  await activate(token);
  const { data } = await logIn(email);
  const log = JSON.stringify(api.log);
  for (const secret of [email, validPassword, token, data.token, '@mail.example', '$argon2id'])
    expect(log).not.toContain(secret);
});
