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
import { newCustomer } from '#tests/support/fixtures/customer.ts';
import { type CallOptions, testApi } from '#tests/support/servers/test-api.ts';

/** Hashing is meant to take time, and takes ten times as much on a busy machine. */
vi.setConfig({ testTimeout: 120_000 });

const api = await testApi();
const { call } = api;
const mails = mailbox(api);

beforeAll(() => fillTwoEstates(api));

const register = (own: Record<string, unknown> = {}, options: CallOptions = {}) =>
  call('/register', fromElsewhere({ method: 'POST', body: registration(own), ...options }));
const activate = (token: string, options: CallOptions = {}) =>
  call('/register/activate', fromElsewhere({ method: 'PUT', body: { token }, ...options }));
const logIn = (identifier: string, password = goodPassword, options: CallOptions = {}) =>
  call<'POST /login'>('/login', fromElsewhere({ method: 'POST', body: { identifier, password }, ...options }));
const accountsOf = (email: string, site = 40) =>
  inSite(api.db, site, (tx) => tx.select().from(users).where(eq(users.emailKey, email.toLowerCase())));

describe('a registration', () => {
  test('is in force once its link has been followed, and not before', async () => {
    const email = 'Odile.M@Mail.example';
    const answer = await register({ email });
    expect([answer.status, answer.data]).toEqual([200, {}]);
    expect((await logIn(email)).status).toBe(401);

    const [mail] = await mails.of(email);
    expect(mail?.subject).toBe('Votre compte chez Chênes\u202f: une dernière étape');
    expect(mail?.text).not.toContain(goodPassword);
    expect(await mails.linkOf(email, '/auth/')).toMatch(/^https:\/\/estate-40\.example\/auth\/activate\/[\w-]{43}$/);
    const token = await mails.tokenOf(email, '/auth/activate/');
    expect((await activate(token)).status).toBe(200);
    expect((await logIn('odile.m@mail.EXAMPLE')).status).toBe(200);

    const [row] = await accountsOf(email);
    expect(row).toMatchObject({ email, role: 'MEMBER', firstname: 'Odile', birthdate: '1979-03-02', lang: 'fr_FR' });
    expect(row?.termsAcceptedAt?.getTime()).toBeGreaterThan(Date.now() - 600_000);
    expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('is written about in the caller’s language, with links to where the caller is', async () => {
    const email = someAddress();
    const headers = { ...fromElsewhere().headers, 'x-site-origin': 'http://willow-hill.localhost:3000' };
    await call('/register', { method: 'POST', body: registration({ email }), site: 41, lang: 'en', headers });
    const [mail] = await mails.of(email);
    expect(mail?.subject).toBe('Your account at Willow: one last step');
    expect(await mails.linkOf(email, '/auth/')).toMatch(/^http:\/\/willow-hill\.localhost:3000\/auth\/activate\//);
    const links = `${mail?.html} ${mail?.text}`.match(/https?:\/\/[^\s"/<]+/g);
    expect(new Set(links)).toEqual(new Set(['http://willow-hill.localhost:3000']));
  });

  test('repeats nothing that was typed to an address that may be a stranger’s', async () => {
    const email = someAddress();
    await register({ email, firstname: 'Win a prize at', lastname: 'evil.example' });
    const [mail] = await mails.of(email);
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toMatch(/prize|evil/);
  });

  test('may subscribe to the newsletters, once the link has been followed', async () => {
    const email = someAddress();
    await register({ email, newsletter: true });
    await activate(await mails.tokenOf(email, '/auth/activate/'));
    const { data } = await logIn(email);
    const own = await call<'GET /user/newsletter/subscription'>('/user/newsletter/subscription', {
      headers: { authorization: `Bearer ${data.token}` },
    });
    expect(own.data.lists).toEqual([1, 2]);
  });

  const soon = new Date(Date.now() + 2 * 86_400_000);
  soon.setUTCFullYear(soon.getUTCFullYear() - 18);
  test.each([
    ['without the terms', { acceptTerms: false }, 'acceptTerms'],
    ['two days before the eighteenth birthday', { birthdate: soon.toISOString().slice(0, 10) }, 'birthdate'],
    ['by somebody who is not born yet', { birthdate: '2199-01-01' }, 'birthdate'],
    ['with a common password', { password: 'motdepasse123' }, 'password'],
    ['with the address in the password', { email: 'marceline@mail.example', password: 'marceline-1972' }, 'password'],
    ['with the estate in the password', { password: 'Les Chenes 2026' }, 'password'],
  ])('%s is refused', async (_, own, field) => {
    const answer = await register(own);
    expect([answer.status, Object.keys(answer.errors ?? {})]).toEqual([422, [field]]);
    expect(answer.errors?.[field]).toBe(answer.message);
  });

  test.each([
    ['an address that is none', { email: 'nobody' }, 'email'],
    ['two addresses', { email: 'a@mail.example, b@mail.example' }, 'email'],
    ['an address with a second line', { email: 'a@mail.example\r\nBcc: b@mail.example' }, 'email'],
    ['a short password', { password: 'merle merle' }, 'password'],
    ['an endless password', { password: 'm'.repeat(201) }, 'password'],
    ['no name', { firstname: ' ' }, 'firstname'],
    ['a day that does not exist', { birthdate: '1979-02-30' }, 'birthdate'],
    ['a phone that is none', { phone: 'call me' }, 'phone'],
    ['a role', { role: 'SUPER_ADMIN' }, 'role'],
    ['terms that are accepted in words', { acceptTerms: 'yes' }, 'acceptTerms'],
  ])('with %s is malformed', async (_, own, field) => {
    const answer = await register(own);
    expect([answer.status, Object.keys(answer.errors ?? {})]).toEqual([400, [field]]);
    if ('password' in own) expect(answer.text).not.toContain(own.password);
  });
});

describe('an address that has an account', () => {
  test('gets a mail that says so, and the caller the same answer', async () => {
    const known = await newCustomer(api);
    const [strange, familiar] = [await register(), await register({ email: known.email.toUpperCase() })];
    expect([familiar.status, familiar.text]).toEqual([strange.status, strange.text]);
    expect(Object.keys(familiar.headers)).toEqual(Object.keys(strange.headers));
    const [mail] = await mails.of(known.email);
    expect(mail?.subject).toBe('Vous avez déjà un compte chez Chênes');
    expect(mail?.links).toContain('https://estate-40.example/auth');
    expect(mail?.links).toContain('https://estate-40.example/password/reset/ask');
    expect((await logIn(known.email, known.password)).status).toBe(200);
    expect((await logIn(known.email, goodPassword)).status).toBe(401);
  });

  test('and is pending cannot be given a password by somebody else', async () => {
    const email = someAddress();
    await register({ email, password: 'the owner chose these words', firstname: 'Owner' });
    const owners = await mails.tokenOf(email, '/auth/activate/');
    await register({ email, password: 'a stranger chose these words', firstname: 'Stranger' });
    const strangers = await mails.tokenOf(email, '/auth/activate/');
    expect(strangers).not.toBe(owners);
    expect((await activate(owners)).status).toBe(200);
    expect((await logIn(email, 'the owner chose these words')).status).toBe(200);
    expect((await logIn(email, 'a stranger chose these words')).status).toBe(401);
    expect((await activate(strangers)).status).toBe(422);
    expect((await accountsOf(email))[0]?.firstname).toBe('Owner');
  });

  test('registered twenty times at once has one account and no failure', async () => {
    const email = someAddress();
    const answers = await Promise.all(Array.from({ length: 20 }, () => register({ email })));
    const { points } = rateLimitRules['mail-recipient'];
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(points);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20 - points);
    expect(await accountsOf(email)).toHaveLength(1);
    expect(await mails.of(email)).toHaveLength(points);
    expect((await activate(await mails.tokenOf(email, '/auth/activate/'))).status).toBe(200);
  });
});

describe('a link of a registration', () => {
  test('works once, also for twenty who follow it at the same time', async () => {
    const email = someAddress();
    await register({ email });
    const token = await mails.tokenOf(email, '/auth/activate/');
    const statuses = (await Promise.all(Array.from({ length: 20 }, () => activate(token)))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, ...Array.from({ length: 19 }, () => 422)]);
  });

  test('works at its own estate', async () => {
    const email = someAddress();
    await register({ email });
    const token = await mails.tokenOf(email, '/auth/activate/');
    expect((await activate(token, { site: 41 })).status).toBe(422);
    expect((await activate(token)).status).toBe(200);
  });

  test('works for a day', async () => {
    const email = someAddress();
    await register({ email });
    const token = await mails.tokenOf(email, '/auth/activate/');
    const [user] = await accountsOf(email);
    const link = () =>
      inSite(api.db, 40, (tx) =>
        tx
          .select()
          .from(linkTokens)
          .where(eq(linkTokens.userId, user?.id ?? 0)),
      );
    const [row] = await link();
    expect((row?.expiresAt.getTime() ?? 0) - (row?.createdAt.getTime() ?? 0)).toBe(86_400_000);
    expect(row?.tokenHash).not.toBe(token);
    await inSite(api.db, 40, (tx) =>
      tx
        .update(linkTokens)
        .set({ expiresAt: new Date(Date.now() - 1_000) })
        .where(eq(linkTokens.userId, user?.id ?? 0)),
    );
    const answer = await activate(token);
    expect([answer.status, answer.message]).toEqual([
      422,
      'Ce lien a déjà servi ou il est trop ancien. Demandez-en un nouveau.',
    ]);
  });

  test('for a new password opens nothing of a registration', async () => {
    const email = someAddress();
    await register({ email });
    await call('/password/reset/ask', fromElsewhere({ method: 'PUT', body: { identifier: email } }));
    expect((await activate(await mails.tokenOf(email, '/password/reset/'))).status).toBe(422);
  });

  test.each(['', 'short', 'x'.repeat(101), `${'x'.repeat(30)}'--`])(
    'that cannot be one is malformed: %j',
    async (token) => expect((await activate(token)).status).toBe(400),
  );
});

test('one network may register so many times an hour, and is told when to come again', async () => {
  const options = fromElsewhere({ method: 'POST' });
  const statuses: number[] = [];
  for (let tried = 0; tried <= rateLimitRules['register-address'].points; tried++) {
    const answer = await call('/register', { ...options, body: registration() });
    statuses.push(answer.status);
    if (answer.status === 429) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect(new Set(statuses.slice(0, -1))).toEqual(new Set([200]));
  expect(statuses.at(-1)).toBe(429);
});

test('the log holds no address, password or token', async () => {
  const email = 'logged-nowhere@mail.example';
  await register({ email });
  const token = await mails.tokenOf(email, '/auth/activate/');
  await activate(token);
  const { data } = await logIn(email);
  const log = JSON.stringify(api.log);
  for (const secret of [email, goodPassword, token, data.token, '@mail.example', '$argon2id'])
    expect(log).not.toContain(secret);
});
