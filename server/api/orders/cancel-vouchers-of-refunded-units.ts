import { inArray } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { countRefundedUnits, type RefundedLine } from '#shared/orders/refund.ts';
import { readLinesOfOrders } from './order-reading-repository.ts';
import { lockVouchersOfOrder } from './vouchers-repository.ts';
import { vouchers } from './vouchers-tables.ts';

/**
 * Returns the key that equal vouchers share. A voucher does not record its order line, so vouchers of the same name and
 * value are interchangeable.
 */
const toVoucherKey = (name: string, cents: number): string => JSON.stringify([name, cents]);

/**
 * Cancels one unredeemed voucher for each refunded unit of a voucher line, the last issued first. Vouchers that the
 * return of the order or an earlier refund has cancelled count towards the refunded units. The caller has locked the
 * order.
 * @param earlier The earlier refunds of the order.
 * @returns False if more units would be refunded than there are unredeemed vouchers.
 */
export async function cancelVouchersOfRefundedUnits(
  tx: SiteTx,
  orderId: number,
  units: readonly RefundedLine[],
  earlier: readonly { lines: readonly RefundedLine[] }[],
): Promise<boolean> {
  const lines = (await readLinesOfOrders(tx, [orderId])).filter(({ kind }) => kind === 'voucher');
  const isRefunded = (line: { position: number }) => units.some(({ position }) => position === line.position);
  const keys = new Set(lines.filter(isRefunded).map(({ name, price }) => toVoucherKey(name, price)));
  if (keys.size === 0) return true;
  const refunded = countRefundedUnits([...earlier, { lines: units }]);
  const refundedByKey = new Map<string, number>();
  for (const { name, price, position } of lines) {
    const key = toVoucherKey(name, price);
    if (keys.has(key)) refundedByKey.set(key, (refundedByKey.get(key) ?? 0) + (refunded.get(position) ?? 0));
  }
  const issued = Map.groupBy(await lockVouchersOfOrder(tx, orderId), ({ name, value }) => toVoucherKey(name, value));
  const cancelledIds: number[] = [];
  for (const [key, count] of refundedByKey) {
    const unredeemed = (issued.get(key) ?? []).filter(({ redeemedAt }) => redeemedAt === null);
    if (count > unredeemed.length) return false;
    const valid = unredeemed.filter(({ cancelledAt }) => cancelledAt === null);
    const missing = count - (unredeemed.length - valid.length);
    if (missing > 0) for (const each of valid.slice(-missing).map(({ id }) => id)) cancelledIds.push(each);
  }
  await tx.update(vouchers).set({ cancelledAt: new Date() }).where(inArray(vouchers.id, cancelledIds));
  return true;
}
