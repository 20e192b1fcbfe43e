import { and, asc, desc, eq, inArray, isNull, lt, ne, notInArray } from 'drizzle-orm';
import { deleteRequestsOf } from '#server/api/contract/idempotency.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { anonymiseDiscountCodeUses } from '#server/api/discounts/discount-codes.ts';
import { anonymiseMailsOfOrders } from '#server/api/mail/mail-repository.ts';
import type { PaymentProviders } from '#server/api/payments/payment-providers.ts';
import type { Lang } from '#shared/languages.ts';
import { resolveLocalized } from '#shared/localized.ts';
import { closedOrderStates } from '#shared/orders/order-states.ts';
import type { OrderDetail } from '#shared/orders/orders-contract.ts';
import { readNotesOfOrders } from './order-notes.ts';
import { type OrderRow, orderRequestLedger } from './order-repository.ts';
import { createOrderPageLink, readOrderMailContext } from './order-tokens.ts';
import { orderAccessTokens, orderNotes, orderRefunds, orderStateChanges, orders } from './orders-tables.ts';
import { readDetailsOfOrders } from './read-orders.ts';

async function revokeAccessTokensOfOrders(tx: SiteTx, orderIds: readonly number[]): Promise<void> {
  await tx.delete(orderAccessTokens).where(inArray(orderAccessTokens.orderId, [...orderIds]));
}

const readCustomerOrders = (tx: SiteTx, userId: number): Promise<OrderRow[]> =>
  tx.select().from(orders).where(eq(orders.userId, userId)).orderBy(desc(orders.createdAt), desc(orders.id));

const readClosedOrdersOfAccount = (tx: SiteTx, userId: number) =>
  tx
    .select({ id: orders.id, email: orders.email })
    .from(orders)
    .where(and(eq(orders.userId, userId), inArray(orders.state, [...closedOrderStates])));

/** Locks orders that were placed before `before`, the oldest first. */
const lockOldOrders = (tx: SiteTx, before: Date, limit: number) =>
  tx
    .select({ id: orders.id, email: orders.email })
    .from(orders)
    .where(lt(orders.createdAt, before))
    .orderBy(asc(orders.createdAt))
    .limit(limit)
    .for('update', { skipLocked: true });

const deleteOrders = (tx: SiteTx, orderIds: readonly number[]) =>
  tx.delete(orders).where(inArray(orders.id, [...orderIds]));

/** Deletes the reasons of cancellations, in which staff may have named the customer. */
const deleteCancellationReasons = (tx: SiteTx, orderIds: readonly number[]) =>
  tx
    .update(orderStateChanges)
    .set({ reason: '' })
    .where(and(inArray(orderStateChanges.orderId, [...orderIds]), ne(orderStateChanges.reason, '')));

/** Removes account, email address, telephone number and message from orders. Names and addresses stay. */
const clearOrderContactData = (tx: SiteTx, orderIds: readonly number[]) =>
  tx
    .update(orders)
    .set({ userId: null, email: '', phone: '', message: '' })
    .where(inArray(orders.id, [...orderIds]));

async function assignGuestOrdersToAccount(tx: SiteTx, userId: number, emailKey: string): Promise<number[]> {
  const assigned = await tx
    .update(orders)
    .set({ userId })
    .where(and(eq(orders.emailKey, emailKey), isNull(orders.userId)))
    .returning({ id: orders.id });
  return assigned.map(({ id }) => id);
}

/** Deletes the reasons of refunds, in which staff may have named the customer. */
const clearRefundReasonsOfOrders = (tx: SiteTx, orderIds: readonly number[]) =>
  tx
    .update(orderRefunds)
    .set({ reason: '' })
    .where(and(inArray(orderRefunds.orderId, [...orderIds]), ne(orderRefunds.reason, '')));

/** Deletes the notes about orders, which may contain personal data of their customers. */
const deleteNotesOfOrders = (tx: SiteTx, orderIds: readonly number[]) =>
  tx.delete(orderNotes).where(inArray(orderNotes.orderId, [...orderIds]));

/**
 * Moves the guest orders of a verified email address to its account. The secret links to them are revoked, so that from
 * then on only the account gives access.
 */
export async function moveGuestOrdersToAccount(tx: SiteTx, userId: number, emailKey: string): Promise<void> {
  const adopted = await assignGuestOrdersToAccount(tx, userId, emailKey);
  if (adopted.length > 0) await revokeAccessTokensOfOrders(tx, adopted);
}

/**
 * Removes the customers' contact data and messages from orders, and their data from the notes and mails about them and
 * from discount code uses. The orders keep names and addresses (docs/rules.md, "Orders of a deleted account").
 */
export async function eraseContactDataOfOrders(
  tx: SiteTx,
  orders: readonly { id: number; email: string }[],
): Promise<void> {
  if (orders.length === 0) return;
  const ids = orders.map(({ id }) => id);
  await clearOrderContactData(tx, ids);
  await deleteNotesOfOrders(tx, ids);
  await deleteCancellationReasons(tx, ids);
  await clearRefundReasonsOfOrders(tx, ids);
  await revokeAccessTokensOfOrders(tx, ids);
  await anonymiseDiscountCodeUses(tx, ids);
  await anonymiseMailsOfOrders(tx, orders);
}

/**
 * Retention period of orders: ten years from the end of an accounting year, which ends at most one year after the order
 * (docs/rules.md, "End of orders").
 */
const retentionYears = 11;
/** Maximum number of orders that one run deletes, to limit its transaction. The next day's run continues. */
const maxOrdersPerRun = 1_000;

/**
 * Deletes orders after their retention period. Discount code uses are kept without their customer, because they count
 * towards the limits of the codes.
 */
export async function deleteOldOrders(tx: SiteTx, now: Date): Promise<void> {
  const before = new Date(now);
  before.setUTCFullYear(before.getUTCFullYear() - retentionYears);
  const old = await lockOldOrders(tx, before, maxOrdersPerRun);
  if (old.length === 0) return;
  await eraseContactDataOfOrders(tx, old);
  await deleteOrders(
    tx,
    old.map(({ id }) => id),
  );
}

/** An order with the notes of staff about it, which article 15 of the GDPR includes in the right of access. */
type ExportedOrder = OrderDetail & { notes: { text: string; at: string }[] };

/** Moves the customer's guest orders to the account, and reads all orders for the export of personal data. */
export async function exportAllOrders(
  tx: SiteTx,
  { userId, emailKey }: { userId: number; emailKey: string },
  lang: Lang,
  payments: PaymentProviders,
): Promise<ExportedOrder[]> {
  await moveGuestOrdersToAccount(tx, userId, emailKey);
  const rows = await readCustomerOrders(tx, userId);
  const pickLanguage = (text: Parameters<typeof resolveLocalized>[0]) => resolveLocalized(text, lang, lang);
  const details = await readDetailsOfOrders(tx, rows, { lang, pickLanguage, payments });
  const ids = rows.map(({ id }) => id);
  const notes = Map.groupBy(ids.length > 0 ? await readNotesOfOrders(tx, ids) : [], ({ orderId }) => orderId);
  return details.map((order) => ({
    ...order,
    notes: (notes.get(order.id) ?? []).map(({ text, createdAt }) => ({ text, at: createdAt.toISOString() })),
  }));
}

/**
 * Moves the guest orders of a deleted account to it, anonymises its closed orders and deletes its idempotent requests.
 * Open orders keep the contact data that their delivery needs; `orders-jobs.ts` erases it later.
 * @returns The ids of the orders and their earlier email addresses.
 */
export async function anonymiseOrders(
  tx: SiteTx,
  userId: number,
  emailKey: string,
): Promise<{ id: number; email: string }[]> {
  await moveGuestOrdersToAccount(tx, userId, emailKey);
  const found = await readClosedOrdersOfAccount(tx, userId);
  await eraseContactDataOfOrders(tx, found);
  await deleteRequestsOf(tx, orderRequestLedger, emailKey);
  return found;
}

/** Maximum number of open orders that the mail about a deleted account names. */
const maxLinkedOrders = 50;

/** Creates links to the open orders of an account that has been deleted in this transaction, the newest first. */
export async function linkOpenOrders(tx: SiteTx, userId: number): Promise<{ number: string; href: string }[]> {
  const open = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.userId, userId), notInArray(orders.state, [...closedOrderStates])))
    .orderBy(desc(orders.id))
    .limit(maxLinkedOrders);
  const linked: { number: string; href: string }[] = [];
  for (const order of open) {
    const { origin } = await readOrderMailContext(tx, order);
    linked.push({ number: order.number, href: (await createOrderPageLink(tx, order, origin)).href });
  }
  return linked;
}
