import { and, eq, gt, sql } from 'drizzle-orm';
import { generateTokenWithHash, hashToken } from '#server/api/accounts/accounts.ts';
import { users } from '#server/api/accounts/accounts-tables.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readMailBranding } from '#server/api/site/site.ts';
import type { NewOrderToken, OrderRow } from './order-repository.ts';
import { orderAccessTokens, orders } from './orders-tables.ts';

/**
 * Lifetimes of access tokens in days. Tokens in mails outlast delivery, withdrawal period and complaints, and each mail
 * with a link to the order contains a new one. The browser that placed the order needs its token only for the success
 * page.
 */
const lifetimeDays = { mail: 180, browser: 1 } as const;

/** Generates an access token, which opens a guest order without a session, and what is stored of it. */
export function generateOrderToken(holder: keyof typeof lifetimeDays): { token: string; stored: NewOrderToken } {
  const { token, hash: tokenHash } = generateTokenWithHash();
  return { token, stored: { tokenHash, days: lifetimeDays[holder] } };
}

/** Creates an access token of an existing order. */
export async function issueOrderToken(tx: SiteTx, orderId: number, holder: keyof typeof lifetimeDays): Promise<string> {
  const { token, stored } = generateOrderToken(holder);
  const expiresAt = sql`now() + make_interval(days => ${stored.days})`;
  await tx.insert(orderAccessTokens).values({ tokenHash: stored.tokenHash, orderId, expiresAt });
  return token;
}

/** Orders without an email address (entered by staff, or anonymised) are not guest orders. */
export const isGuestOrder = ({ userId, email }: Pick<OrderRow, 'userId' | 'email'>): boolean =>
  userId === null && email !== '';

/** @returns Null if the token is unknown, expired or revoked. */
export async function readOrderByAccessToken(tx: SiteTx, token: string): Promise<OrderRow | null> {
  const [row] = await tx
    .select({ order: orders })
    .from(orderAccessTokens)
    .innerJoin(orders, and(eq(orders.siteId, orderAccessTokens.siteId), eq(orders.id, orderAccessTokens.orderId)))
    .where(and(eq(orderAccessTokens.tokenHash, hashToken(token)), gt(orderAccessTokens.expiresAt, sql`now()`)));
  return row?.order ?? null;
}

type OrderOfMail = Pick<OrderRow, 'id' | 'userId' | 'email' | 'lang'>;

/**
 * Reads the time zone and the origin of the links for a mail to the customer of an order. The origin is that of the
 * order's language, because staff, jobs and payment providers trigger such mails from other hosts.
 */
export async function readOrderMailContext(tx: SiteTx, { lang }: Pick<OrderRow, 'lang'>) {
  const { origin, timeZone } = await readMailBranding(tx, lang);
  return { origin, timeZone };
}

/** Checks whether an order's page opens in an account. The account may have been deleted since the order. */
async function opensInAccount(tx: SiteTx, { userId, email }: OrderOfMail): Promise<boolean> {
  return userId === null ? email === '' : (await tx.$count(users, eq(users.id, userId))) > 0;
}

/**
 * Returns the URL of an order's page for a mail: the page in the account, or for a guest order and one of a deleted
 * account a page with a secret token.
 */
export async function createOrderPageLink(
  tx: SiteTx,
  order: OrderOfMail,
  origin: string,
): Promise<{ href: string; isSecret: boolean }> {
  const token = (await opensInAccount(tx, order)) ? null : await issueOrderToken(tx, order.id, 'mail');
  return toOrderPageLink(order, token, origin);
}

/** @param token The access token of a guest order; null if the order opens in an account. */
export const toOrderPageLink = (
  { id }: Pick<OrderRow, 'id'>,
  token: string | null,
  origin: string,
): { href: string; isSecret: boolean } =>
  token === null
    ? { href: `${origin}/account/orders/${id}`, isSecret: false }
    : { href: `${origin}/orders/${token}`, isSecret: true };

/** Returns the link for the preview of a mail. It has no secret, because creating one would store an access token. */
export async function createPreviewPageLink(
  tx: SiteTx,
  order: OrderOfMail,
  origin: string,
): Promise<{ href: string; isSecret: false }> {
  const path = (await opensInAccount(tx, order)) ? `account/orders/${order.id}` : 'orders/…';
  return { href: `${origin}/${path}`, isSecret: false };
}
