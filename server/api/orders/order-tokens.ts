import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import { generateToken, hashToken } from '#server/api/accounts/accounts.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { OrderRow } from './order-reading-repository.ts';
import { orders, orderTokens } from './orders-tables.ts';

/**
 * Links in mails outlast delivery, withdrawal and a complaint; every later mail about the order carries a new one. The
 * browser that placed the order needs its token for the success page only.
 */
const lifetimeDays = { mail: 180, browser: 1 } as const;

/** @returns A token that opens a guest order without a session. */
export async function createOrderToken(
  tx: SiteTx,
  orderId: number,
  holder: keyof typeof lifetimeDays,
): Promise<string> {
  const { token, hash } = generateToken();
  const expiresAt = sql`now() + make_interval(days => ${lifetimeDays[holder]})`;
  await tx.insert(orderTokens).values({ tokenHash: hash, orderId, expiresAt });
  return token;
}

export const isGuestOrder = ({ userId, email }: Pick<OrderRow, 'userId' | 'email'>): boolean =>
  userId === null && email !== '';

/** @returns The order; null if the token is unknown, expired or revoked. */
export async function readOrderByToken(tx: SiteTx, token: string): Promise<OrderRow | null> {
  const [row] = await tx
    .select({ order: orders })
    .from(orderTokens)
    .innerJoin(orders, and(eq(orders.siteId, orderTokens.siteId), eq(orders.id, orderTokens.orderId)))
    .where(and(eq(orderTokens.tokenHash, hashToken(token)), gt(orderTokens.expiresAt, sql`now()`)));
  return row?.order ?? null;
}

export async function revokeOrderTokens(tx: SiteTx, orderIds: readonly number[]): Promise<void> {
  await tx.delete(orderTokens).where(inArray(orderTokens.orderId, [...orderIds]));
}

export const deleteExpiredOrderTokens = (tx: SiteTx, now: Date) =>
  tx.delete(orderTokens).where(lt(orderTokens.expiresAt, now));

/** The URL of an order's page in a mail: the account's, or the secret one of a guest order. */
export async function orderPageUrl(
  tx: SiteTx,
  order: Pick<OrderRow, 'id' | 'userId' | 'email'>,
  origin: string,
): Promise<{ href: string; isSecret: boolean }> {
  if (!isGuestOrder(order)) return { href: `${origin}/account/orders/${order.id}`, isSecret: false };
  return { href: `${origin}/orders/${await createOrderToken(tx, order.id, 'mail')}`, isSecret: true };
}
