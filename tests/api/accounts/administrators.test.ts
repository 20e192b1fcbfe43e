import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { users } from '#server/api/accounts/accounts-tables.ts';
import { ensureAdmin, ensureAdmins, findOtherAdminPasswords } from '#server/api/accounts/ensure-admin.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import {
  createAccountRegistrationInput,
  createMailbox,
  createUniqueEmail,
  seedEstates40And41,
  withNewClientAddress,
} from '#tests/support/fixtures/account-fixtures.ts';
import { createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const { call } = api;
const mails = createMailbox(api);

beforeAll(() => seedEstates40And41(api));

const password = 'the cellar key hangs high';
const logIn = (identifier: string, own = password, site = 40) =>
  call<'POST /login'>('/login', withNewClientAddress({ method: 'POST', site, body: { identifier, password: own } }));
const roleOf = async (token = '', site = 40) =>
  (await call<'GET /logged'>('/logged', { site, headers: { authorization: `Bearer ${token}` } })).data.role;
const rowsOf = (email: string, site = 40) =>
  withSiteTransaction(api.db, site, (tx) => tx.select().from(users).where(eq(users.emailKey, email.toLowerCase())));

describe('the operator’s administrator', () => {
  test('the administrator can log in at every estate immediately after creation', async () => {
    const email = 'Operator@mail.example';
    await ensureAdmins(api.db, { email, password });
    for (const site of [40, 41]) {
      const { status, data } = await logIn(email, password, site);
      expect([status, await roleOf(data.token, site)]).toEqual([200, 'SUPER_ADMIN']);
    }
    expect((await rowsOf(email, 41))[0]?.lang).toBe('en');
  });

  test('simultaneous starts create one administrator, and later starts keep the password', async () => {
    const email = createUniqueEmail();
    await Promise.all(Array.from({ length: 5 }, () => ensureAdmins(api.db, { email, password })));
    const [row] = await rowsOf(email);
    await ensureAdmins(api.db, { email: email.toUpperCase(), password: 'another one in the settings' });
    expect(await rowsOf(email)).toEqual([row]);
  });

  test('a changed password in the settings, which is ignored, is found', async () => {
    const email = createUniqueEmail();
    await ensureAdmins(api.db, { email, password });
    expect(await findOtherAdminPasswords(api.db, { email, password })).toEqual([]);
    expect(await findOtherAdminPasswords(api.db, { email, password: 'another one in the settings' })).toEqual([40, 41]);
  });

  test.each(['MEMBER', 'ADMIN'] as const)('an existing %s becomes SUPER_ADMIN and keeps the password', async (role) => {
    const customer = await createCustomer(api, { role });
    await ensureAdmin(api.db, 40, { email: customer.email, password });
    expect((await logIn(customer.email)).status).toBe(401);
    const { data } = await logIn(customer.email, customer.password);
    expect(await roleOf(data.token)).toBe('SUPER_ADMIN');
    expect(await roleOf(customer.token)).toBe('SUPER_ADMIN');
  });

  test('a pending registration gets the configured password, since a stranger may have chosen the other', async () => {
    const email = createUniqueEmail();
    const strangers = 'words that a stranger chose';
    await call(
      '/register',
      withNewClientAddress({ method: 'POST', body: createAccountRegistrationInput({ email, password: strangers }) }),
    );
    const token = await mails.latestToken(email, '/auth/activate/');
    await ensureAdmin(api.db, 40, { email, password });
    expect((await call('/register/activate', withNewClientAddress({ method: 'PUT', body: { token } }))).status).toBe(
      422,
    );
    expect((await logIn(email, strangers)).status).toBe(401);
    const { data } = await logIn(email);
    expect(await roleOf(data.token)).toBe('SUPER_ADMIN');
  });

  test('the administrator can be created at a single estate', async () => {
    const email = createUniqueEmail();
    await ensureAdmin(api.db, 41, { email, password });
    expect([(await rowsOf(email, 40)).length, (await rowsOf(email, 41)).length]).toEqual([0, 1]);
  });
});
