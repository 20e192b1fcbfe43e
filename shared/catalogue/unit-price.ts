import { type Cents, computePercentage, eurosToCents } from '../money.ts';
import type { Discount } from './catalogue-contract.ts';

/** The fields of a discount that determine a price. `amount` is euros for EURO, else percent. */
export type DiscountTerms = Pick<Discount, 'type' | 'amount' | 'detailType'>;

/** A discount as stored: without the code that the wire format has. */
export type StoredDiscount = Pick<Discount, 'id' | 'type' | 'amount' | 'detailType'>;

/** The discount that applies to a variant: its own, else the product's. Discounts on shipping fees do not count. */
export function selectApplicableDiscount<D extends DiscountTerms>(ofVariant: D | null, ofProduct: D | null): D | null {
  for (const discount of [ofVariant, ofProduct])
    if (discount && discount.detailType !== 'SHIPPING_FEES') return discount;
  return null;
}

/**
 * The price of one unit after its discount, never below 0. It is rounded half up per unit, before it is multiplied by a
 * quantity.
 */
export function computeUnitPrice(price: Cents, discount: DiscountTerms | null): Cents {
  if (!discount || discount.detailType === 'SHIPPING_FEES') return price;
  const reduced =
    discount.type === 'EURO'
      ? price - eurosToCents(discount.amount)
      : computePercentage(price, Math.max(0, 100 - discount.amount));
  return Math.max(0, reduced);
}
