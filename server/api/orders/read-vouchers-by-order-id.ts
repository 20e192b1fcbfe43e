import { eq } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { sites } from '#server/api/database/sites-table.ts';
import { centsToEuros } from '#shared/money.ts';
import { formatVoucherCode, getVoucherState } from '#shared/orders/voucher.ts';
import type { PurchasedVoucher } from '#shared/orders/vouchers-contract.ts';
import { toLocalDay } from '#shared/places/local-time.ts';
import { readVouchersOfOrders } from './vouchers-repository.ts';

/**
 * Reads the vouchers of orders, by order id. A voucher's state depends on the current day at the estate, because
 * vouchers expire.
 */
export async function readVouchersByOrderId(
  tx: SiteTx,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, PurchasedVoucher[]>> {
  const rows = await readVouchersOfOrders(tx, orderIds);
  if (rows.length === 0) return new Map();
  const [site] = await tx.select({ timeZone: sites.timeZone }).from(sites).where(eq(sites.id, tx.siteId));
  if (!site) throw new Error(`site ${tx.siteId} does not exist`);
  const today = toLocalDay(Date.now(), site.timeZone);
  const vouchers = new Map<number, PurchasedVoucher[]>();
  for (const [orderId, issued] of Map.groupBy(rows, (row) => row.orderId))
    vouchers.set(
      orderId,
      issued.map((row) => ({
        code: formatVoucherCode(row.code),
        name: row.name,
        state: getVoucherState(row, today),
        expiresOn: row.expiresOn,
        value: centsToEuros(row.value),
      })),
    );
  return vouchers;
}
