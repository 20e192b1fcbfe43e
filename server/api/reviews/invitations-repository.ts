import { and, asc, eq, exists, gt, inArray, isNotNull, isNull, lte, max, ne, notExists, or, sql } from 'drizzle-orm';
import { hashToken } from '#server/api/accounts/accounts.ts';
import { users } from '#server/api/accounts/accounts-tables.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { orderStateChanges, orders } from '#server/api/orders/orders-tables.ts';
import { withdrawals } from '#server/api/withdrawals/withdrawals-tables.ts';
import { reviewInvitations } from './reviews-tables.ts';

export type ReviewInvitationRow = typeof reviewInvitations.$inferSelect;

export interface CompletedOrder {
  id: number;
  email: string;
  completedAt: Date;
}

const hasNoWithdrawal = (tx: SiteTx) =>
  notExists(tx.select({ id: withdrawals.id }).from(withdrawals).where(eq(withdrawals.orderId, orders.id)));

/**
 * Finds orders that were completed after `after` and until `until` and have no invitation yet. Orders from which the
 * customer has withdrawn, and those without an email address or of a deleted account, are left out.
 */
export async function findOrdersToInvite(
  tx: SiteTx,
  { after, until, limit }: { after: Date; until: Date; limit: number },
): Promise<CompletedOrder[]> {
  const completed = tx
    .select({ orderId: orderStateChanges.orderId, at: max(orderStateChanges.changedAt).as('at') })
    .from(orderStateChanges)
    .where(eq(orderStateChanges.state, 'COMPLETED'))
    .groupBy(orderStateChanges.orderId)
    .as('completed');
  const invitation = tx
    .select({ orderId: reviewInvitations.orderId })
    .from(reviewInvitations)
    .where(eq(reviewInvitations.orderId, orders.id));
  const rows = await tx
    .select({ id: orders.id, email: orders.email, completedAt: completed.at })
    .from(orders)
    .innerJoin(completed, eq(completed.orderId, orders.id))
    .where(
      and(
        eq(orders.state, 'COMPLETED'),
        ne(orders.email, ''),
        gt(completed.at, after),
        lte(completed.at, until),
        notExists(invitation),
        hasNoWithdrawal(tx),
        isNotOfDeletedAccount(tx),
      ),
    )
    .orderBy(asc(completed.at), asc(orders.id))
    .limit(limit);
  return rows.flatMap(({ completedAt, ...order }) => (completedAt ? [{ ...order, completedAt }] : []));
}

/**
 * Creates the SQL condition that the account of an order still exists or never existed. The order keeps its email
 * address until it is anonymised, some time after the account was deleted.
 */
const isNotOfDeletedAccount = (tx: SiteTx) =>
  or(isNull(orders.userId), exists(tx.select({ id: users.id }).from(users).where(eq(users.id, orders.userId))));

/** Checks whether state, email, withdrawals and account of an order permit it. Earlier invitations are ignored. */
export async function canInviteToReview(tx: SiteTx, orderId: number): Promise<boolean> {
  const where = and(
    eq(orders.id, orderId),
    eq(orders.state, 'COMPLETED'),
    ne(orders.email, ''),
    hasNoWithdrawal(tx),
    isNotOfDeletedAccount(tx),
  );
  return (await tx.$count(orders, where)) > 0;
}

/** Checks whether a mail of this site has invited the email address (in lower case) after `after`. */
export async function wasInvitedToReviewAfter(tx: SiteTx, emailKey: string, after: Date): Promise<boolean> {
  const rows = await tx
    .select({ orderId: reviewInvitations.orderId })
    .from(reviewInvitations)
    .innerJoin(orders, eq(orders.id, reviewInvitations.orderId))
    .where(
      and(
        eq(orders.emailKey, emailKey),
        isNotNull(reviewInvitations.tokenHash),
        gt(reviewInvitations.createdAt, after),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** @returns The token of the link that refuses invitations; null if the order already has an invitation. */
export async function insertReviewInvitation(
  tx: SiteTx,
  invitation: typeof reviewInvitations.$inferInsert,
): Promise<string | null> {
  const [row] = await tx
    .insert(reviewInvitations)
    .values(invitation)
    .onConflictDoNothing()
    .returning({ refusalToken: reviewInvitations.refusalToken });
  return row?.refusalToken ?? null;
}

/**
 * Finds an invitation by the token of its link, even if it has expired; the caller checks `expiresAt`.
 * @returns Null if the token is unknown or revoked.
 */
export async function readReviewInvitationIgnoringExpiry(
  tx: SiteTx,
  token: string,
): Promise<ReviewInvitationRow | null> {
  const [row] = await tx
    .select()
    .from(reviewInvitations)
    .where(eq(reviewInvitations.tokenHash, hashToken(token)));
  return row ?? null;
}

/** Locks an invitation, so that simultaneous reviews of one order are saved one after the other. */
export const lockReviewInvitationOfOrder = (tx: SiteTx, orderId: number) =>
  tx
    .select({ orderId: reviewInvitations.orderId })
    .from(reviewInvitations)
    .where(eq(reviewInvitations.orderId, orderId))
    .for('update');

export const revokeReviewInvitationsOfOrders = (tx: SiteTx, orderIds: readonly number[]) =>
  tx
    .update(reviewInvitations)
    .set({ tokenHash: null })
    .where(inArray(reviewInvitations.orderId, [...orderIds]));

/** Revokes the links of expired invitations without reviews. The rows stay, so that no order is invited twice. */
export const revokeExpiredInvitationsWithoutReviews = (tx: SiteTx, now: Date) =>
  tx.execute(sql`
    update review_invitations i set token_hash = null
     where i.token_hash is not null and i.expires_at < ${now.toISOString()}::timestamptz
       and not exists (select from reviews r where r.order_id = i.order_id)`);
