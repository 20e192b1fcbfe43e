import type { SellableItem, SellableLine } from '#shared/catalogue/sellable-item.ts';
import { computeDiscountedUnitPrice } from '#shared/catalogue/unit-price.ts';
import type { Cents } from '#shared/money.ts';

/**
 * Computes the price of one unit after its discount. The price is rounded to the cent before it is multiplied by a
 * quantity.
 */
export const computeItemPrice = ({ price, discount }: Pick<SellableItem, 'price' | 'discount'>): Cents =>
  computeDiscountedUnitPrice(price, discount);

export const computeLinePrice = ({ item, quantity }: SellableLine): Cents => computeItemPrice(item) * quantity;

/** Computes the price of all cart lines after the discounts of the lines and before any discount code. */
export const computeGoodsPrice = (lines: readonly SellableLine[]): Cents =>
  lines.reduce((sum, line) => sum + computeLinePrice(line), 0);
