import { centsToEuros, eurosToCents } from '#shared/money.ts';
import { computePaidPriceOfUnits, countRefundedUnits } from '#shared/orders/refund.ts';
import type { StaffOrderView } from '#shared/orders/staff-order-view.ts';

/**
 * Suggests the amount in euros of a refund for units of an order's lines, at most what can still be refunded.
 * @param units The number of units by the position of their line.
 */
export function suggestRefundEuros(
  { products, discount, refunds, refundable }: StaffOrderView,
  units: Readonly<Record<number, number>>,
): number {
  const lines = products.map(({ total, quantity }) => ({ total: eurosToCents(total), quantity }));
  const requested = Object.entries(units).map(([position, quantity]) => ({ position: Number(position), quantity }));
  const paid = computePaidPriceOfUnits(
    { lines, discount: eurosToCents(discount) },
    requested,
    countRefundedUnits(refunds),
  );
  return Math.min(centsToEuros(paid), refundable);
}

/**
 * Parses an amount in euros that staff have typed, with a decimal comma or point.
 * @returns null unless the amount can be refunded
 */
export function parseTextToRefundableEuros(text: string, refundable: number): number | null {
  if (!/^\d+([.,]\d{1,2})?$/.test(text.trim())) return null;
  const amount = Number(text.trim().replace(',', '.'));
  return amount > 0 && amount <= refundable ? amount : null;
}
