import type { z } from 'zod';
import {
  deleteUserInvitations,
  endUserSessions,
  lockSuperAdminRows,
  lockUserRowById,
  readStaff,
  removeSecondFactor,
  setRole,
} from '#server/api/accounts/accounts.ts';
import { recordStaffChange, recordStaffChanges } from '#server/api/audit/record-staff-change.ts';
import { createItemRef, editAtRevision, readItemRevisionLookup } from '#server/api/database/row-revisions.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { getOriginInLanguage, type SiteRecord } from '#server/api/tenancy/site-registry.ts';
import { type Role, type StaffRole, staffRoles } from '#shared/accounts/roles.ts';
import type { StaffMember } from '#shared/admin/staff-contract.ts';
import type { Lang } from '#shared/languages.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';

/** The SUPER_ADMIN who changes the staff, and the sender of the mails about the change. */
export interface StaffManagementContext {
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

export async function readStaffWithRevisions(tx: SiteTx): Promise<z.infer<typeof StaffMember>[]> {
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
export async function changeStaffRole(
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
export async function resetSecondFactor(
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
