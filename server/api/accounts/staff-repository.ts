import { and, asc, eq, gt, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { Role, StaffRole } from '#shared/accounts/roles.ts';
import { staffRoleLiterals } from '#shared/accounts/roles.ts';
import { deleteUser, lockUserRowByEmail, type NewActiveAccount } from './accounts-repository.ts';
import { type StaffInvitation, singleUseTokens, users } from './accounts-tables.ts';
import { hashToken } from './sessions.ts';
import { createSingleUseToken } from './single-use-tokens.ts';

const maxListedStaff = 200;

export const readStaff = (tx: SiteTx) =>
  tx
    .select()
    .from(users)
    .where(and(inArray(users.role, [...staffRoleLiterals]), isNotNull(users.activatedAt)))
    .orderBy(asc(users.lastname), asc(users.id))
    .limit(maxListedStaff);

export const isStaffMember = async (tx: SiteTx, id: number): Promise<boolean> =>
  (await tx.$count(
    users,
    and(eq(users.id, id), inArray(users.role, [...staffRoleLiterals]), isNotNull(users.activatedAt)),
  )) > 0;

export const setRole = (tx: SiteTx, id: number, role: Role) => tx.update(users).set({ role }).where(eq(users.id, id));

/**
 * An invitation becomes invalid when its sender is no longer a SUPER_ADMIN. Invitations by the operator have no sender.
 */
const hasAuthorizedSender = sql`(${singleUseTokens.invitation}->>'invitedBy' is null or exists (
  select from users where users.site_id = ${singleUseTokens.siteId}
    and users.id = (${singleUseTokens.invitation}->>'invitedBy')::int
    and users.role = 'SUPER_ADMIN' and users.activated_at is not null
))`;

const isOpenInvitation = and(
  eq(singleUseTokens.purpose, 'INVITATION'),
  gt(singleUseTokens.expiresAt, sql`now()`),
  hasAuthorizedSender,
);

/** Reads the open invitations. The hash of an invitation's token serves as its id. */
export async function readOpenStaffInvitations(tx: SiteTx) {
  const rows = await tx
    .select()
    .from(singleUseTokens)
    .where(isOpenInvitation)
    .orderBy(asc(singleUseTokens.createdAt))
    .limit(maxListedStaff);
  return rows.flatMap(({ tokenHash: id, invitation, expiresAt }) =>
    invitation ? [{ id, email: invitation.email, role: invitation.role, expiresAt }] : [],
  );
}

/** Stores an invitation, withdraws earlier ones of the same email address, and returns the token for the link. */
export async function createOrReplaceStaffInvitation(tx: SiteTx, invitation: StaffInvitation): Promise<string> {
  await deleteInvitationsTo(tx, invitation.email);
  return createSingleUseToken(tx, { purpose: 'INVITATION', invitation });
}

/** Withdraws the open invitations of an email address, given in lower case. */
const deleteInvitationsTo = (tx: SiteTx, emailKey: string) =>
  tx
    .delete(singleUseTokens)
    .where(and(eq(singleUseTokens.purpose, 'INVITATION'), sql`${singleUseTokens.invitation}->>'email' = ${emailKey}`));

/** Withdraws the invitations that a user has sent, and those to the user's email address, given in lower case. */
export async function deleteUserInvitations(tx: SiteTx, userId: number, emailKey: string): Promise<StaffInvitation[]> {
  const isSentByUser = sql`(${singleUseTokens.invitation}->>'invitedBy')::int = ${userId}`;
  const isSentToUser = sql`${singleUseTokens.invitation}->>'email' = ${emailKey}`;
  const rows = await tx
    .delete(singleUseTokens)
    .where(and(eq(singleUseTokens.purpose, 'INVITATION'), or(isSentByUser, isSentToUser)))
    .returning({ invitation: singleUseTokens.invitation });
  return rows.flatMap(({ invitation }) => invitation ?? []);
}

/** Withdraws an invitation, and returns it; null if there is no such open invitation. */
export async function deleteStaffInvitation(tx: SiteTx, id: string): Promise<StaffInvitation | null> {
  const [row] = await tx
    .delete(singleUseTokens)
    .where(and(isOpenInvitation, eq(singleUseTokens.tokenHash, id)))
    .returning();
  return row?.invitation ?? null;
}

/** Reads an open invitation by the token of its link, without using the invitation. */
export async function readStaffInvitationByToken(tx: SiteTx, token: string): Promise<StaffInvitation | null> {
  const [row] = await tx
    .select()
    .from(singleUseTokens)
    .where(and(isOpenInvitation, eq(singleUseTokens.tokenHash, hashToken(token))));
  return row?.invitation ?? null;
}

interface NewStaffAccount extends NewActiveAccount {
  firstname: string;
  lastname: string;
  role: StaffRole;
}

/**
 * Creates an active account for a user who has followed an invitation, which proves the email address. A registration
 * that was never confirmed is replaced, because a stranger may have chosen its password.
 * @returns The id of the account; null if the email address already has an active account.
 */
export async function insertStaffAccount(tx: SiteTx, account: NewStaffAccount): Promise<number | null> {
  const pending = await lockUserRowByEmail(tx, account.email);
  if (pending?.activatedAt) return null;
  if (pending) await deleteUser(tx, pending.id);
  const [row] = await tx
    .insert(users)
    .values({ ...account, emailKey: account.email.toLowerCase(), phone: '', birthdate: null, activatedAt: sql`now()` })
    .onConflictDoNothing()
    .returning({ id: users.id });
  return row?.id ?? null;
}
