import type { z } from 'zod';
import { readStaff } from '#server/api/accounts/accounts.ts';
import { readItemRevisionLookup } from '#server/api/database/row-revisions.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { StaffRole } from '#shared/accounts/roles.ts';
import type { StaffMember } from '#shared/admin/staff-contract.ts';

/** Kind under which the revisions of users' roles are stored. */
export const staffRevisionKind = 'users';

/** Reads the members of staff with the revisions of their roles. */
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
