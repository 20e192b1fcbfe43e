import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import {
  consumeSingleUseToken,
  createOrReplaceStaffInvitation,
  deleteStaffInvitation,
  deleteUserInvitations,
  endUserSessions,
  findUserByEmail,
  hashPassword,
  insertStaffAccount,
  lockSuperAdminRows,
  lockUserRowByEmail,
  lockUserRowById,
  queueStaffInvitationMail,
  readOpenStaffInvitations,
  readStaff,
  readStaffInvitationByToken,
  refuseWeakPassword,
  removeSecondFactor,
  type StaffInvitation,
  setRole,
  toEmailKey,
} from '#server/api/accounts/accounts.ts';
import { recordStaffChange, recordStaffChanges } from '#server/api/audit/record-staff-change.ts';
import {
  type ContractCall,
  type ContractRouteDependencies,
  createContractRouter,
  type SessionUser,
} from '#server/api/contract/contract-route.ts';
import type { Db } from '#server/api/database/connect.ts';
import { createItemRef, editAtRevision, readItemRevisionLookup } from '#server/api/database/row-revisions.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import type { RateLimiter, RateLimitName } from '#server/api/limits/rate-limiter.ts';
import { getCaller, getLinkOrigin } from '#server/api/tenancy/current-site.ts';
import { getOriginInLanguage, type SiteRecord } from '#server/api/tenancy/site-registry.ts';
import { type Role, type StaffRole, staffRoles } from '#shared/accounts/roles.ts';
import { buildStaffInvitationPath } from '#shared/admin/invitation-path.ts';
import { type StaffMember, staffContract } from '#shared/admin/staff-contract.ts';
import type { Lang } from '#shared/languages.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';

/** The SUPER_ADMIN who changes the staff, and the sender of the mails about the change. */
interface StaffManagementContext {
  userId: number;
  sender: { site: SiteRecord; lang: Lang; origin: string };
}

interface RoleChange {
  id: number;
  role: Role;
  revision: number;
}

/** Returns the sender of a mail to a member of staff, in that person's language. */
const toPersonalSender = ({ site }: StaffManagementContext['sender'], { lang }: Pick<StaffMemberRow, 'lang'>) => ({
  site,
  lang,
  origin: getOriginInLanguage(site, lang),
});

type StaffOutcome<Refusal extends string> = Promise<Outcome<Record<string, never>, Refusal>>;

const staffRevisionKind = 'users';

async function readStaffWithRevisions(tx: SiteTx): Promise<z.infer<typeof StaffMember>[]> {
  const staff = await readStaff(tx);
  const revisionOf = await readItemRevisionLookup(
    tx,
    staffRevisionKind,
    staff.map(({ id }) => id),
  );
  return staff.map(({ id, email, firstname, lastname, role, lastActiveAt, secondFactor }) => ({
    id,
    email,
    firstname,
    lastname,
    // The query selects only members of staff, so the role is never MEMBER.
    role: role as StaffRole,
    revision: revisionOf(id),
    lastActiveAt: lastActiveAt.toISOString(),
    hasSecondFactor: secondFactor?.isEnabled ?? false,
  }));
}

/**
 * Changes the role of a member of staff. `MEMBER` removes the user from the staff, ends the user's sessions and
 * disables the two-step log-in, which the user could not disable without access to the panel. The last SUPER_ADMIN
 * keeps the role. Unless the new role is SUPER_ADMIN, the invitations that the user has sent or received are withdrawn,
 * so that a former SUPER_ADMIN cannot regain the role.
 */
async function changeStaffRole(
  tx: SiteTx,
  { userId, sender }: StaffManagementContext,
  { id, role, revision }: RoleChange,
): StaffOutcome<'not_found' | 'stale_revision' | 'last_admin'> {
  const superAdmins = await lockSuperAdminRows(tx);
  const person = await lockStaffMemberRow(tx, id);
  if (!person) return refuse('not_found');
  return editAtRevision(tx, {
    item: createItemRef(staffRevisionKind, id),
    revision,
    readCurrent: async () => (await readStaffWithRevisions(tx)).find((member) => member.id === id),
    edit: () => saveStaffRole(tx, { userId, sender }, { person, role, superAdmins }),
  });
}

async function saveStaffRole(
  tx: SiteTx,
  { userId, sender }: StaffManagementContext,
  { person, role, superAdmins }: { person: StaffMemberRow; role: Role; superAdmins: readonly { id: number }[] },
): StaffOutcome<'last_admin'> {
  const { id } = person;
  if (role !== 'SUPER_ADMIN' && superAdmins.length === 1 && superAdmins[0]?.id === id) return refuse('last_admin');
  if (person.role === role) return ok({});
  await setRole(tx, id, role);
  if (role !== 'SUPER_ADMIN') await withdrawInvitationsOf(tx, userId, person);
  const isRemoval = role === 'MEMBER';
  if (isRemoval) {
    await removeSecondFactor(tx, toPersonalSender(sender, person), person);
    await endUserSessions(tx, id);
  }
  await recordStaffChange(tx, {
    userId,
    resource: 'staff',
    key: id,
    action: isRemoval ? 'DELETE' : 'UPDATE',
    before: { email: person.email, role: person.role },
    after: isRemoval ? null : { email: person.email, role },
  });
  return ok({});
}

/** Disables the two-step log-in of another member of staff who has lost the device, and ends that user's sessions. */
async function resetSecondFactor(
  tx: SiteTx,
  { userId, sender }: StaffManagementContext,
  id: number,
): StaffOutcome<'not_found' | 'own_account'> {
  if (id === userId) return refuse('own_account');
  const person = await lockStaffMemberRow(tx, id);
  if (!person) return refuse('not_found');
  const hadSecondFactor = person.secondFactor?.isEnabled ?? false;
  await removeSecondFactor(tx, toPersonalSender(sender, person), person);
  await endUserSessions(tx, id);
  const of = (hasSecondFactor: boolean) => ({ email: person.email, hasSecondFactor });
  const change = { resource: 'staff', key: id, action: 'UPDATE' } as const;
  await recordStaffChange(tx, { ...change, userId, before: of(hadSecondFactor), after: of(false) });
  return ok({});
}

async function withdrawInvitationsOf(tx: SiteTx, userId: number, person: { id: number; emailKey: string }) {
  const withdrawn = await deleteUserInvitations(tx, person.id, person.emailKey);
  const change = { userId, resource: 'staff-invitation', action: 'DELETE', after: null } as const;
  await recordStaffChanges(
    tx,
    withdrawn.map(({ email, role }) => ({ ...change, key: email, before: { email, role } })),
  );
}

type StaffMemberRow = NonNullable<Awaited<ReturnType<typeof lockStaffMemberRow>>>;

async function lockStaffMemberRow(tx: SiteTx, id: number) {
  const person = await lockUserRowById(tx, id);
  return person?.activatedAt && staffRoles.includes(person.role) ? { ...person, role: person.role as StaffRole } : null;
}

interface StaffDependencies extends ContractRouteDependencies {
  limits: RateLimiter;
}

interface EditCall {
  site: SiteRecord;
  lang: Lang;
  user: SessionUser;
  request: FastifyRequest;
}

const toStaffManagementContext = ({ site, lang, user, request }: EditCall): StaffManagementContext => ({
  userId: user.id,
  sender: { site, lang, origin: getLinkOrigin(request) },
});

type StaffContract = typeof staffContract;
type AcceptOutcome = Outcome<Record<string, never>, 'link_expired' | 'login_first' | 'password_weak'>;

async function inviteStaff(
  tx: SiteTx,
  { userId, sender }: StaffManagementContext,
  { email, role }: { email: string; role: StaffRole },
): Promise<Outcome<Record<string, never>, 'already_staff'>> {
  const account = await findUserByEmail(tx, email);
  if (account?.activatedAt && staffRoles.includes(account.role)) return refuse('already_staff');
  const emailKey = toEmailKey(email);
  const token = await createOrReplaceStaffInvitation(tx, { email: emailKey, role, invitedBy: userId });
  await queueStaffInvitationMail(tx, sender, emailKey, `${sender.origin}${buildStaffInvitationPath(token)}`);
  const change = { resource: 'staff-invitation', key: emailKey, action: 'CREATE', before: null } as const;
  await recordStaffChange(tx, { ...change, userId, after: { email: emailKey, role } });
  return ok({});
}

async function withdrawInvitation(
  tx: SiteTx,
  { userId }: StaffManagementContext,
  id: string,
): Promise<Outcome<Record<string, never>, 'not_found'>> {
  const invitation = await deleteStaffInvitation(tx, id);
  if (!invitation) return refuse('not_found');
  const { email, role } = invitation;
  const change = { resource: 'staff-invitation', key: email, action: 'DELETE', after: null } as const;
  await recordStaffChange(tx, { ...change, userId, before: { email, role } });
  return ok({});
}

async function readInvitationForLinkPage(
  tx: SiteTx,
  { body, user }: ContractCall<StaffContract['POST /staff/invitation/check']>,
) {
  const invitation = await readStaffInvitationByToken(tx, body.token);
  if (!invitation) return refuse('link_expired');
  const { email, role } = invitation;
  const account = await findUserByEmail(tx, email);
  const hasAccount = account?.activatedAt != null;
  return ok({ email, role, hasAccount, isLoggedIn: hasAccount && account?.id === user?.id });
}

type AcceptCall = ContractCall<StaffContract['POST /staff/invitation/accept']>;

/**
 * Accepts an invitation. The owner of an account must be logged in, because access to the mailbox alone must not give
 * an account more rights.
 */
async function acceptInvitation(db: Db, call: AcceptCall): Promise<AcceptOutcome> {
  const { body, site, withSiteTransaction } = call;
  const invitation = await withSiteTransaction((tx) => readStaffInvitationByToken(tx, body.token));
  if (!invitation) return refuse('link_expired');
  if (!body.account) return withSiteTransactionOrRollback(db, site.id, (tx) => promoteCaller(tx, call));
  const weak = refuseWeakPassword(call, 'account.password', body.account.password, invitation.email);
  if (weak) return weak;
  // The password is hashed outside the transaction, so that hashing occupies no database connection.
  const passwordHash = await hashPassword(body.account.password);
  return withSiteTransactionOrRollback(db, site.id, (tx) => createAccount(tx, call, passwordHash));
}

/**
 * Consumes the link of an invitation. The accounts are locked before the link, in the same order as everywhere else, so
 * that transactions cannot deadlock and the sender of the invitation cannot lose the role meanwhile.
 */
async function consumeInvitation(tx: SiteTx, token: string) {
  await lockSuperAdminRows(tx);
  const invitation = await readStaffInvitationByToken(tx, token);
  if (!invitation) return null;
  const account = await lockUserRowByEmail(tx, invitation.email);
  return (await consumeSingleUseToken(tx, 'INVITATION', token)) ? { invitation, account } : null;
}

async function promoteCaller(tx: SiteTx, { body, user }: AcceptCall): Promise<AcceptOutcome> {
  const consumed = await consumeInvitation(tx, body.token);
  if (!consumed) return refuse('link_expired');
  const { invitation, account } = consumed;
  if (!user || account?.id !== user.id) return refuse('login_first');
  // An invitation as ADMIN does not reduce the rights of a SUPER_ADMIN.
  if (account.role !== 'SUPER_ADMIN') await setRole(tx, user.id, invitation.role);
  await recordJoining(tx, user.id, invitation, account.role);
  return ok({});
}

async function createAccount(tx: SiteTx, { body, lang }: AcceptCall, passwordHash: string): Promise<AcceptOutcome> {
  const consumed = await consumeInvitation(tx, body.token);
  if (!consumed || !body.account) return refuse('link_expired');
  const { invitation } = consumed;
  const { firstname, lastname } = body.account;
  const { email, role } = invitation;
  const id = await insertStaffAccount(tx, { email, role, firstname, lastname, passwordHash, lang });
  if (id === null) return refuse('login_first');
  await recordJoining(tx, id, invitation, null);
  return ok({});
}

/**
 * Records a new member of staff in the audit log. The author of the entry is the new member, who accepts the
 * invitation.
 */
const recordJoining = (
  tx: SiteTx,
  userId: number,
  { email, role, invitedBy }: StaffInvitation,
  earlierRole: Role | null,
): Promise<void> =>
  recordStaffChange(tx, {
    userId,
    resource: 'staff',
    key: userId,
    action: 'CREATE',
    before: earlierRole && { email, role: earlierRole },
    after: { email, role, invitedBy },
  });

export function staffRoutes(app: FastifyInstance, { limits, ...dependencies }: StaffDependencies): void {
  const route = createContractRouter(app, 'admin', staffContract, dependencies);
  const countAttempt = async (limit: RateLimitName, siteId: number, subject: string) =>
    (await limits.consume(siteId, limit, subject))
      ? null
      : refuse('too_many', { values: { retryAfter: await limits.retryAfterSeconds(siteId, limit, subject) } });

  route('GET /admin/staff', ({ withSiteTransaction }) =>
    withSiteTransaction(async (tx) => ({
      staff: await readStaffWithRevisions(tx),
      invitations: (await readOpenStaffInvitations(tx)).map(({ expiresAt, ...invitation }) => ({
        ...invitation,
        expiresAt: expiresAt.toISOString(),
      })),
    })),
  );
  route('POST /admin/staff/invitation', async (call) => {
    const tooMany =
      (await countAttempt('staff-invitation-site', call.site.id, 'all')) ??
      (await countAttempt('mail-recipient', call.site.id, call.body.email));
    return (
      tooMany ?? call.runIdempotentChange({ run: (tx) => inviteStaff(tx, toStaffManagementContext(call), call.body) })
    );
  });
  route('DELETE /admin/staff/invitation/{key}', (call) =>
    call.withSiteTransaction((tx) => withdrawInvitation(tx, toStaffManagementContext(call), call.params.key)),
  );
  route('PUT /admin/staff/{id}', (call) =>
    call.withSiteTransaction((tx) =>
      changeStaffRole(tx, toStaffManagementContext(call), { id: call.params.id, ...call.body }),
    ),
  );
  route('DELETE /admin/staff/{id}', (call) =>
    call.withSiteTransaction((tx) =>
      changeStaffRole(tx, toStaffManagementContext(call), { id: call.params.id, ...call.query, role: 'MEMBER' }),
    ),
  );
  route('DELETE /admin/staff/{id}/second-factor', (call) =>
    call.withSiteTransaction((tx) => resetSecondFactor(tx, toStaffManagementContext(call), call.params.id)),
  );

  const countLinkAttempt = async ({ site, request }: Pick<EditCall, 'site' | 'request'>) => {
    const { ipAddress } = getCaller(request);
    return (await countAttempt('link-client', site.id, ipAddress)) ?? countAttempt('link-network', site.id, ipAddress);
  };
  route('POST /staff/invitation/check', async (call) => {
    const tooMany = await countLinkAttempt(call);
    return tooMany ?? call.withSiteTransaction((tx) => readInvitationForLinkPage(tx, call));
  });
  route(
    'POST /staff/invitation/accept',
    async (call) => (await countLinkAttempt(call)) ?? acceptInvitation(dependencies.db, call),
  );
}
