import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { deleteOrders, lockOldOrders } from '#server/api/orders/order-changes-repository.ts';
import { eraseContactDataOfOrders } from './erase-contact-data-of-orders.ts';

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
