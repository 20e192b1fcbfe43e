import { and, desc, eq, notInArray } from 'drizzle-orm';
import { deleteRequestsOf } from '#server/api/contract/idempotency.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readClosedOrdersOfAccount } from '#server/api/orders/order-changes-repository.ts';
import { readNotesOfOrders } from '#server/api/orders/order-notes.ts';
import { readCustomerOrders } from '#server/api/orders/order-reading-repository.ts';
import { orderRequestLedger } from '#server/api/orders/order-repository.ts';
import { createOrderPageLink, readOrderMailContext } from '#server/api/orders/order-tokens.ts';
import { orders } from '#server/api/orders/orders-tables.ts';
import { readDetailsOfOrders } from '#server/api/orders/read-orders.ts';
import type { PaymentProviders } from '#server/api/payments/payment-providers.ts';
import type { Lang } from '#shared/languages.ts';
import { resolveLocalized } from '#shared/localized.ts';
import { closedOrderStates } from '#shared/orders/order-states.ts';
import type { OrderDetail } from '#shared/orders/orders-contract.ts';
import { eraseContactDataOfOrders } from './erase-contact-data-of-orders.ts';
import { moveGuestOrdersToAccount } from './guest-orders.ts';

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
