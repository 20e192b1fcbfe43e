import type { ItemLine, SellableItem } from '#shared/catalogue/sellable-item.ts';
import { unitPrice } from '#shared/catalogue/unit-price.ts';
import type { Cents } from '#shared/money.ts';

/** What one costs after its discount, in cents with VAT; rounded to the cent before it is multiplied. */
export const itemPrice = ({ price, discount }: Pick<SellableItem, 'price' | 'discount'>): Cents =>
  unitPrice(price, discount);

/** What a line costs, in cents with VAT. */
export const linePrice = ({ item, quantity }: ItemLine): Cents => itemPrice(item) * quantity;

/** What the goods of a cart cost after the discounts of its lines, before any code, in cents with VAT. */
export const goodsPrice = (lines: readonly ItemLine[]): Cents => lines.reduce((sum, line) => sum + linePrice(line), 0);
