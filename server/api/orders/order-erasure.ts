import { and, desc, eq, notInArray } from 'drizzle-orm';
import { deleteRequestsOf } from '#server/api/contract/idempotency.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { anonymiseDiscountCodeUses } from '#server/api/discounts/discounts-repository.ts';
import { anonymiseMailsOfOrders } from '#server/api/mail/mail-repository.ts';
import type { PaymentProviders } from '#server/api/payments/payment-providers.ts';
import type { Lang } from '#shared/languages.ts';
import { resolveLocalized } from '#shared/localized.ts';
import { closedOrderStates } from '#shared/orders/order-states.ts';
import type { OrderDetail } from '#shared/orders/orders-contract.ts';
import { deleteNotesOfOrders, readNotesOfOrders } from './order-notes.ts';
import { clearRefundReasonsOfOrders } from './order-refunds.ts';
import {
  assignGuestOrdersToAccount,
  clearOrderContactData,
  deleteCancellationReasons,
  deleteOrders,
  lockOldOrders,
  orderRequestLedger,
  readClosedOrdersOfAccount,
  readCustomerOrders,
} from './order-repository.ts';
import { createOrderPageLink, readOrderMailContext, revokeAccessTokensOfOrders } from './order-tokens.ts';
import { orders } from './orders-tables.ts';
import { readDetailsOfOrders } from './read-orders.ts';

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
 * Open orders keep the contact data that their delivery needs; `guest-orders.ts` erases it later.
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
