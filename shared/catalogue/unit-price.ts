import { type Cents, eurosToCents, percentOf } from '../money.ts';
import type { Discount } from './catalogue-contract.ts';

/** What of a discount decides a price: `amount` is euros for EURO, else percent. */
export type Reduction = Pick<Discount, 'type' | 'amount' | 'detailType'>;

/** A discount as an estate's content and the database hold it; `amount` as above, euros or percent. */
export type StoredDiscount = Pick<Discount, 'id' | 'type' | 'amount' | 'detailType'>;

/** The discount that counts for a declination: its own, else the product's. One that is about shipping fees never does. */
export function discountOf<D extends Reduction>(own: D | null, products: D | null): D | null {
  for (const discount of [own, products]) if (discount && discount.detailType !== 'SHIPPING_FEES') return discount;
  return null;
}

/**
 * What one unit costs after its discount, in cents with VAT. EURO subtracts the amount, anything else is a percentage;
 * never below 0; rounded half up to the cent per unit, before it is multiplied by a quantity.
 */
export function unitPrice(price: Cents, discount: Reduction | null): Cents {
  if (!discount || discount.detailType === 'SHIPPING_FEES') return price;
  const reduced =
    discount.type === 'EURO'
      ? price - eurosToCents(discount.amount)
      : percentOf(price, Math.max(0, 100 - discount.amount));
  return Math.max(0, reduced);
}
