import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { anonymiseDiscountCodeUses } from '#server/api/discounts/discounts-repository.ts';
import { anonymiseMailsOfOrders } from '#server/api/mail/mail-repository.ts';
import { clearOrderContactData, deleteCancellationReasons } from '#server/api/orders/order-changes-repository.ts';
import { deleteNotesOfOrders } from '#server/api/orders/order-notes.ts';
import { clearRefundReasonsOfOrders } from '#server/api/orders/order-refunds-repository.ts';
import { revokeAccessTokensOfOrders } from '#server/api/orders/order-tokens.ts';

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
