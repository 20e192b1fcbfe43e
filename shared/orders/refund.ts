import { prorate } from '#shared/cart/prorate.ts';
import type { Cents } from '#shared/money.ts';

/** The ways in which money is refunded: by the provider of the online payment, or by the estate itself. */
export const refundMethods = ['PROVIDER', 'ESTATE'] as const;
export type RefundMethod = (typeof refundMethods)[number];

/** Units of an order line that a refund is for. */
export interface RefundedLine {
  /** Index of the line in its order. */
  position: number;
  quantity: number;
}

/** Adds up the units of several refunds by the position of their line. */
export function countRefundedUnits(refunds: readonly { lines: readonly RefundedLine[] }[]): Map<number, number> {
  const units = new Map<number, number>();
  for (const { position, quantity } of refunds.flatMap(({ lines }) => lines))
    units.set(position, (units.get(position) ?? 0) + quantity);
  return units;
}

interface PaidLines {
  /** The lines of the order with their total in cents and their number of units. */
  lines: readonly { total: Cents; quantity: number }[];
  /** The amount in cents that a discount code has deducted from the order. */
  discount: Cents;
}

/**
 * Computes the price that the customer has paid for units of an order, less their share of the discount code. Refunding
 * all units one after the other gives exactly what was paid for the lines.
 * @param earlier The units that earlier refunds were for, by the position of their line.
 */
export function computePaidPriceOfUnits(
  { lines, discount }: PaidLines,
  units: readonly RefundedLine[],
  earlier: ReadonlyMap<number, number>,
): Cents {
  const prices = lines.map(({ total }) => total);
  const discounts = prorate(
    Math.min(
      discount,
      prices.reduce((sum, price) => sum + price, 0),
    ),
    prices,
  );
  return units.reduce((sum, { position, quantity }) => {
    const line = lines[position];
    if (!line) return sum;
    const paid = line.total - (discounts[position] ?? 0);
    const upTo = (count: number) => Math.floor((paid * Math.min(count, line.quantity)) / line.quantity);
    const before = earlier.get(position) ?? 0;
    return sum + upTo(before + quantity) - upTo(before);
  }, 0);
}
