import { and, eq, inArray, ne } from 'drizzle-orm';
import { lockUserRowById, toEmailKey } from '#server/api/accounts/accounts.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { mails } from '#server/api/mail/mail-tables.ts';
import { orders } from '#server/api/orders/orders-tables.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import type { EmptyResponseData } from '#shared/response-envelope.ts';
import { reviewInvitationMailKind } from './review-mails.ts';
import { reviewInvitations, reviewRefusals } from './reviews-tables.ts';

export async function readRefusalTime(tx: SiteTx, emailKey: string): Promise<Date | null> {
  const [row] = await tx
    .select({ refusedAt: reviewRefusals.refusedAt })
    .from(reviewRefusals)
    .where(eq(reviewRefusals.emailKey, emailKey));
  return row?.refusedAt ?? null;
}

export const hasRefusedInvitations = async (tx: SiteTx, emailKey: string): Promise<boolean> =>
  (await readRefusalTime(tx, emailKey)) !== null;

/** Refuses invitations to review on behalf of an email address, and deletes those that have not been sent. */
async function refuseInvitations(tx: SiteTx, emailKey: string): Promise<void> {
  await tx.insert(reviewRefusals).values({ emailKey }).onConflictDoNothing();
  // A mail that is being sent at this moment is locked, and can no longer be stopped.
  const unsent = tx
    .select({ id: mails.id })
    .from(mails)
    .innerJoin(orders, eq(orders.id, mails.orderId))
    .where(and(eq(mails.kind, reviewInvitationMailKind), ne(mails.state, 'SENT'), eq(orders.emailKey, emailKey)))
    .for('update', { of: mails, skipLocked: true });
  await tx.delete(mails).where(inArray(mails.id, unsent));
}

/** Orders that were passed over in the meantime get no invitation. */
export const deleteRefusals = (tx: SiteTx, emailKeys: readonly string[]) =>
  tx.delete(reviewRefusals).where(inArray(reviewRefusals.emailKey, [...emailKeys]));

export async function saveRefusalOfUser(
  tx: SiteTx,
  { id, email }: { id: number; email: string },
  isRefused: boolean,
): Promise<{ isRefused: boolean }> {
  // If the account was deleted meanwhile, its email address must not be stored.
  if (!(await lockUserRowById(tx, id))) return { isRefused: false };
  const emailKey = toEmailKey(email);
  if (isRefused) await refuseInvitations(tx, emailKey);
  else await deleteRefusals(tx, [emailKey]);
  return { isRefused };
}

/**
 * Refuses invitations by the link in one of them, any number of times, because mail providers repeat the request.
 * @returns The refusal `link_expired` if the token is unknown or the email address of the order has been erased.
 */
export async function refuseInvitationsByToken(
  tx: SiteTx,
  token: string,
): Promise<Outcome<EmptyResponseData, 'link_expired'>> {
  const [order] = await tx
    .select({ email: orders.email })
    .from(reviewInvitations)
    .innerJoin(orders, eq(orders.id, reviewInvitations.orderId))
    .where(and(eq(reviewInvitations.refusalToken, token), ne(orders.email, '')));
  if (!order) return refuse('link_expired');
  await refuseInvitations(tx, toEmailKey(order.email));
  return ok({});
}
