import type { StaffOrderView } from '#shared/orders/staff-order-view.ts';
import type { PurchasedVoucher } from '#shared/orders/vouchers-contract.ts';

const toKey = ({ name, value }: { name: string; value: number }): string => JSON.stringify([name, value]);

/**
 * Lists the vouchers that stay valid after a refund. The refund of a unit cancels the voucher that was issued last; a
 * free amount cancels none.
 * @param units The number of refunded units by the position of their line.
 */
export function listVouchersValidAfterRefund(
  { products, vouchers }: Pick<StaffOrderView, 'products' | 'vouchers'>,
  units: Readonly<Record<number, number>>,
): PurchasedVoucher[] {
  const cancelled = new Map<string, number>();
  products.forEach(({ kind, name, price }, position) => {
    const key = toKey({ name, value: price });
    if (kind === 'voucher') cancelled.set(key, (cancelled.get(key) ?? 0) + (units[position] ?? 0));
  });
  const valid = vouchers.filter(({ state }) => state === 'VALID');
  const byKey = Map.groupBy(valid, toKey);
  return [...byKey].flatMap(([key, same]) => same.slice(0, Math.max(0, same.length - (cancelled.get(key) ?? 0))));
}
