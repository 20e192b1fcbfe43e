import type { ItemLine, SellableItem } from '#shared/catalogue/sellable-item.ts';
import { unitPrice } from '#shared/catalogue/unit-price.ts';
import type { Cents } from '#shared/money.ts';

/** The price of one unit after its discount. It is rounded to the cent before it is multiplied by a quantity. */
export const itemPrice = ({ price, discount }: Pick<SellableItem, 'price' | 'discount'>): Cents =>
  unitPrice(price, discount);

export const linePrice = ({ item, quantity }: ItemLine): Cents => itemPrice(item) * quantity;

/** The price of all lines after their own discounts and before any code. */
export const goodsPrice = (lines: readonly ItemLine[]): Cents => lines.reduce((sum, line) => sum + linePrice(line), 0);
