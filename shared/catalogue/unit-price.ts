import { type Cents, computePercentageOfAmount, eurosToCents } from '../money.ts';
import type { Discount } from './catalogue-contract.ts';

/** The fields of a discount that determine a price. `amount` is in euros for type EURO, otherwise in percent. */
export type DiscountPriceFields = Pick<Discount, 'type' | 'amount' | 'detailType'>;

/** A discount as the database stores it, without the discount code that the wire format has. */
export type DiscountWithoutCode = Pick<Discount, 'id' | 'type' | 'amount' | 'detailType'>;

/**
 * Selects the discount that applies to a variant: its own, otherwise the product's. Discounts on shipping fees are
 * ignored.
 */
export function selectVariantOrProductDiscount<D extends DiscountPriceFields>(
  ofVariant: D | null,
  ofProduct: D | null,
): D | null {
  for (const discount of [ofVariant, ofProduct])
    if (discount && discount.detailType !== 'SHIPPING_FEES') return discount;
  return null;
}

/**
 * Computes the price of one unit after its discount, at least 0. The price is rounded half up to the cent before it is
 * multiplied by a quantity.
 */
export function computeDiscountedUnitPrice(price: Cents, discount: DiscountPriceFields | null): Cents {
  if (!discount || discount.detailType === 'SHIPPING_FEES') return price;
  const reduced =
    discount.type === 'EURO'
      ? price - eurosToCents(discount.amount)
      : computePercentageOfAmount(price, Math.max(0, 100 - discount.amount));
  return Math.max(0, reduced);
}
