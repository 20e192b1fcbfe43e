import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { anonymiseOrderRecords } from './anonymise-order-records.ts';
import { deleteOrders, lockOldOrders } from './order-changes-repository.ts';

/**
 * Ten years from the end of an accounting year, which is at most a year after the order. docs/rules.md, "End of orders".
 */
const retentionYears = 11;
/** Limits the size of one transaction; the remaining orders follow the next day. */
const maxOrdersPerRun = 1_000;

/** Uses of codes remain without a customer, because they count towards the limits of the codes. */
export async function deleteOldOrders(tx: SiteTx, now: Date): Promise<void> {
  const before = new Date(now);
  before.setUTCFullYear(before.getUTCFullYear() - retentionYears);
  const old = await lockOldOrders(tx, before, maxOrdersPerRun);
  if (old.length === 0) return;
  await anonymiseOrderRecords(tx, old);
  await deleteOrders(
    tx,
    old.map(({ id }) => id),
  );
}
