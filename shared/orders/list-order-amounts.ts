/** The amounts of an order with VAT: all of them in cents, or all in euros. */
interface OrderAmounts {
  subtotal: number;
  discount: number;
  discountCode: string | null;
  /** False if nothing is shipped, so that there is no fee to show. */
  isShipped: boolean;
  shippingFees: number;
  total: number;
  /** The VAT of each rate; `rate` is null for the VAT of all rates together. */
  vat: readonly { rate: number | null; vat: number }[];
}

/** One amount of an order, in cents or in euros like the `OrderAmounts` from which it was listed. */
export type OrderAmount =
  | { kind: 'subtotal' | 'shipping' | 'total'; amount: number }
  | { kind: 'discount'; code: string; amount: number }
  | { kind: 'vat'; rate: number | null; amount: number };

/**
 * Lists the amounts of an order in the order in which the order's page, mails and the admin panel show them. The VAT
 * comes last, because it is part of the total. Cart and checkout have the same order in a separate component, because
 * they load none of the code of order pages.
 */
export function listOrderAmounts(order: OrderAmounts): OrderAmount[] {
  const { subtotal, discount, discountCode, shippingFees, total } = order;
  const amounts: OrderAmount[] = [{ kind: 'subtotal', amount: subtotal }];
  if (discountCode !== null) amounts.push({ kind: 'discount', code: discountCode, amount: discount });
  if (order.isShipped) amounts.push({ kind: 'shipping', amount: shippingFees });
  amounts.push({ kind: 'total', amount: total });
  for (const { rate, vat } of order.vat) if (vat > 0) amounts.push({ kind: 'vat', rate, amount: vat });
  return amounts;
}
