import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type StaffInvitation, singleUseTokens, users } from '#server/api/accounts/accounts-tables.ts';
import { createSingleUseToken } from '#server/api/accounts/single-use-tokens.ts';
import { auditEntries } from '#server/api/audit/audit-tables.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import {
  createMailbox,
  createUniqueEmail,
  seedEstates40And41,
  withNewClientAddress,
} from '#tests/support/fixtures/account-fixtures.ts';
import { computeOneTimeCode } from '#tests/support/fixtures/compute-one-time-code.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { type CallOptions, startTestApi } from '#tests/support/servers/test-api.ts';
import { waitForBlockedQuery } from '#tests/support/wait-for-blocked-query.ts';

/** Password hashing is slow by design, and up to ten times slower on a busy machine. */
vi.setConfig({ testTimeout: 120_000 });

const api = await startTestApi();
const mailbox = createMailbox(api);
await seedEstates40And41(api);
let superAdmin: Customer;

beforeEach(async () => {
  await api.db.$client.query('delete from rate_limits');
  await withSiteTransaction(api.db, 40, (tx) => tx.update(users).set({ role: 'MEMBER' }));
  superAdmin = await createCustomer(api, { role: 'SUPER_ADMIN' });
});

const account = { firstname: 'Louise', lastname: 'Bertin', password: 'trois merles sur le toit' };
const edit = (path: string, method: 'PUT' | 'POST' | 'DELETE', body?: object, user = superAdmin) =>
  api.call(`/admin/staff${path}`, { method, headers: user.headers, ...(body && { body }) });
/** Changes the role of a person, or removes the person from the staff with null. */
const changeRole = (id: number, role: string | null, { user = superAdmin, revision = 0 } = {}) =>
  role === null
    ? edit(`/${id}?revision=${revision}`, 'DELETE', undefined, user)
    : edit(`/${id}`, 'PUT', { revision, role }, user);
const invite = (email: string, role = 'ADMIN') => edit('/invitation', 'POST', { email, role });
const list = async () => (await api.call<'GET /admin/staff'>('/admin/staff', { headers: superAdmin.headers })).data;
const invitationToken = (email: string) => mailbox.latestToken(email, '/auth/invitation/');
const check = (token: string, options: CallOptions = {}) =>
  api.call<'POST /staff/invitation/check'>('/staff/invitation/check', { ...options, method: 'POST', body: { token } });
const accept = (token: string, body: object, options: CallOptions = {}) =>
  api.call('/staff/invitation/accept', { ...withNewClientAddress(options), method: 'POST', body: { token, ...body } });
const logIn = (email: string, password: string) =>
  api.call<'POST /login'>('/login', {
    ...withNewClientAddress(),
    method: 'POST',
    body: { identifier: email, password },
  });
const insertInvitation = (invitation: StaffInvitation) =>
  withSiteTransaction(api.db, 40, (tx) => createSingleUseToken(tx, { purpose: 'INVITATION', invitation }));
const readUser = async (id: number) =>
  (await withSiteTransaction(api.db, 40, (tx) => tx.select().from(users).where(eq(users.id, id))))[0];
const readAudit = (resource: string, key: string | number) =>
  withSiteTransaction(api.db, 40, (tx) =>
    tx
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.key, String(key))),
  ).then((rows) => rows.filter((row) => row.resource === resource));

describe('an invitation', () => {
  it('creates an account with the role by a link that works once', async () => {
    const email = createUniqueEmail();
    expect((await invite(email.toUpperCase())).status).toBe(200);
    expect((await list()).invitations).toMatchObject([{ email, role: 'ADMIN' }]);
    const token = await invitationToken(email);
    expect((await check(token)).data).toEqual({ email, role: 'ADMIN', hasAccount: false, isLoggedIn: false });
    expect((await check(token, { site: 41 })).status).toBe(422);
    expect((await accept(token, { account: null })).status).toBe(409);
    expect((await accept(token, { account: { ...account, password: 'motdepasse123' } })).status).toBe(422);
    expect((await accept(token, { account })).status).toBe(200);
    expect((await accept(token, { account })).status).toBe(422);
    expect((await logIn(email, account.password)).status).toBe(200);
    const { staff, invitations } = await list();
    expect(staff.find((person) => person.email === email)).toMatchObject({ lastname: 'Bertin', role: 'ADMIN' });
    expect(invitations).toEqual([]);
  });

  it('gives the role to an existing account only while its owner is logged in', async () => {
    const person = await createCustomer(api);
    await invite(person.email, 'SUPER_ADMIN');
    const token = await invitationToken(person.email);
    const stranger = await createCustomer(api);
    expect((await accept(token, { account })).status).toBe(409);
    expect((await accept(token, { account: null })).status).toBe(409);
    expect((await accept(token, { account: null }, { headers: stranger.headers })).status).toBe(409);
    expect((await check(token, { headers: person.headers })).data).toMatchObject({
      hasAccount: true,
      isLoggedIn: true,
    });
    expect((await accept(token, { account: null }, { headers: person.headers })).status).toBe(200);
    expect(await readUser(person.id)).toMatchObject({ role: 'SUPER_ADMIN', firstname: 'Camille' });
    expect(await readAudit('staff', person.id)).toMatchObject([
      { userId: person.id, action: 'CREATE', before: { role: 'MEMBER' }, after: { invitedBy: superAdmin.id } },
    ]);
  });

  it('is replaced by a later one, withdrawn, and refused once it has expired', async () => {
    const email = createUniqueEmail();
    await invite(email);
    const first = await invitationToken(email);
    await invite(email, 'SUPER_ADMIN');
    expect((await check(first)).status).toBe(422);
    const [{ id } = { id: '' }] = (await list()).invitations;
    const token = await invitationToken(email);
    expect((await edit(`/invitation/${id}`, 'DELETE')).status).toBe(200);
    expect((await check(token)).status).toBe(422);
    expect((await edit(`/invitation/${id}`, 'DELETE')).status).toBe(404);
    expect((await readAudit('staff-invitation', email)).map(({ action }) => action)).toEqual([
      ...['CREATE', 'CREATE', 'DELETE'],
    ]);
    await invite(email);
    const late = await invitationToken(email);
    await withSiteTransaction(api.db, 40, (tx) => tx.update(singleUseTokens).set({ expiresAt: new Date(0) }));
    expect((await accept(late, { account })).status).toBe(422);
  });

  it('replaces a registration that was never confirmed, since a stranger may have chosen its password', async () => {
    const pending = await createCustomer(api, { isActivated: false });
    await invite(pending.email);
    expect((await accept(await invitationToken(pending.email), { account })).status).toBe(200);
    expect((await logIn(pending.email, pending.password)).status).toBe(401);
    expect((await logIn(pending.email, account.password)).status).toBe(200);
  });

  it('creates no account if the invitation is withdrawn during the acceptance', async () => {
    const email = createUniqueEmail();
    await invite(email);
    const token = await invitationToken(email);
    const answer = await withSiteTransaction(api.db, 40, async (tx) => {
      await tx.delete(singleUseTokens).where(eq(singleUseTokens.purpose, 'INVITATION'));
      const accepting = accept(token, { account });
      await waitForBlockedQuery(api.db);
      return { accepting };
    });
    expect((await answer.accepting).status).toBe(422);
    expect((await logIn(email, account.password)).status).toBe(401);
  });

  it('survives an acceptance that is refused', async () => {
    const person = await createCustomer(api);
    await invite(person.email);
    const token = await invitationToken(person.email);
    expect((await accept(token, { account })).status).toBe(409);
    expect((await accept(token, { account: null }, { headers: person.headers })).status).toBe(200);
  });

  it('is withdrawn, with an audit entry, when its sender or its recipient loses the role of SUPER_ADMIN', async () => {
    for (const change of ['PUT', 'DELETE'] as const) {
      const former = await createCustomer(api, { role: 'SUPER_ADMIN' });
      const email = createUniqueEmail();
      await edit('/invitation', 'POST', { email, role: 'SUPER_ADMIN' }, former);
      const token = await invitationToken(email);
      await insertInvitation({ email: former.email, role: 'SUPER_ADMIN', invitedBy: superAdmin.id });
      expect((await changeRole(former.id, change === 'PUT' ? 'ADMIN' : null)).status).toBe(200);
      expect((await list()).invitations).toEqual([]);
      expect((await accept(token, { account })).status).toBe(422);
      for (const recipient of [email, former.email])
        expect((await readAudit('staff-invitation', recipient)).at(-1)).toMatchObject({
          userId: superAdmin.id,
          action: 'DELETE',
        });
    }
  });

  it('is refused and not listed if its sender is no longer an active SUPER_ADMIN', async () => {
    const admin = await createCustomer(api, { role: 'ADMIN' });
    const pending = await createCustomer(api, { role: 'SUPER_ADMIN', isActivated: false });
    for (const invitedBy of [admin.id, pending.id, 2_000_000_000]) {
      const token = await insertInvitation({ email: createUniqueEmail(), role: 'SUPER_ADMIN', invitedBy });
      expect((await check(token)).status).toBe(422);
      expect((await accept(token, { account })).status).toBe(422);
    }
    expect((await list()).invitations).toEqual([]);
    const byOperator = await insertInvitation({ email: createUniqueEmail(), role: 'SUPER_ADMIN', invitedBy: null });
    expect((await accept(byOperator, { account })).status).toBe(200);
  });

  it('is refused for staff', async () => {
    expect((await invite(superAdmin.email)).status).toBe(409);
  });
});

describe('the staff', () => {
  it('changes its roles, with an entry in the audit log', async () => {
    const admin = await createCustomer(api, { role: 'ADMIN' });
    expect((await changeRole(admin.id, 'SUPER_ADMIN')).status).toBe(200);
    expect((await readUser(admin.id))?.role).toBe('SUPER_ADMIN');
    expect(await readAudit('staff', admin.id)).toMatchObject([
      { userId: superAdmin.id, before: { role: 'ADMIN' }, after: { role: 'SUPER_ADMIN' } },
    ]);
    const member = await createCustomer(api);
    expect((await changeRole(member.id, 'ADMIN')).status).toBe(404);
    const foreign = await createCustomer(api, { site: 41, role: 'ADMIN' });
    expect((await changeRole(foreign.id, null)).status).toBe(404);
  });

  it('is not changed on the basis of an older revision, and the refusal shows the present role', async () => {
    const admin = await createCustomer(api, { role: 'ADMIN' });
    const second = await createCustomer(api, { role: 'SUPER_ADMIN' });
    expect((await changeRole(admin.id, 'SUPER_ADMIN')).status).toBe(200);
    for (const role of ['ADMIN', null]) {
      const outdated = await changeRole(admin.id, role, { user: second });
      expect(outdated.status).toBe(409);
      expect(JSON.parse(outdated.text).data.present).toMatchObject({ id: admin.id, role: 'SUPER_ADMIN', revision: 1 });
    }
    expect((await changeRole(admin.id, null, { user: second, revision: 1 })).status).toBe(200);
    expect((await readUser(admin.id))?.role).toBe('MEMBER');
  });

  it('keeps its last super administrator, also if two leave at once', async () => {
    expect((await changeRole(superAdmin.id, 'ADMIN')).status).toBe(409);
    expect((await changeRole(superAdmin.id, null)).status).toBe(409);
    const second = await createCustomer(api, { role: 'SUPER_ADMIN' });
    const answers = await Promise.all([
      changeRole(superAdmin.id, 'ADMIN'),
      changeRole(second.id, 'ADMIN', { user: second }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('a removed person keeps the customer account but loses sessions and second factor', async () => {
    const { person } = await createProtectedAdmin();
    expect((await changeRole(person.id, null)).status).toBe(200);
    expect(await readUser(person.id)).toMatchObject({ role: 'MEMBER', secondFactor: null });
    expect(await readAudit('staff', person.id)).toMatchObject([
      { userId: superAdmin.id, action: 'DELETE', before: { role: 'ADMIN' }, after: null },
    ]);
    expect((await api.call('/user', { headers: person.headers })).status).toBe(401);
    expect((await logIn(person.email, person.password)).data).toMatchObject({ token: expect.any(String) });
  });

  it('resets the second factor of another person who has lost the device', async () => {
    const { person } = await createProtectedAdmin();
    expect((await list()).staff.find(({ id }) => id === person.id)?.hasSecondFactor).toBe(true);
    expect((await edit(`/${superAdmin.id}/second-factor`, 'DELETE')).status).toBe(409);
    expect((await edit(`/${person.id}/second-factor`, 'DELETE')).status).toBe(200);
    expect(await readAudit('staff', person.id)).toMatchObject([
      { userId: superAdmin.id, before: { hasSecondFactor: true }, after: { hasSecondFactor: false } },
    ]);
    expect((await api.call('/user', { headers: person.headers })).status).toBe(401);
    expect((await logIn(person.email, person.password)).data).toMatchObject({ token: expect.any(String) });
    const subjects = (await mailbox.mailsFor(person.email)).map(({ subject }) => subject);
    expect(subjects.at(-1)).toContain('désactivée');
  });
});

/** Creates an ADMIN with an enabled two-step log-in. */
async function createProtectedAdmin() {
  const person = await createCustomer(api, { role: 'ADMIN' });
  const { headers, password } = person;
  const started = await api.call<'POST /user/second-factor'>('/user/second-factor', {
    method: 'POST',
    headers,
    body: { password },
  });
  const code = computeOneTimeCode(started.data.secret);
  await api.call('/user/second-factor', { method: 'PUT', headers, body: { code } });
  return { person };
}
