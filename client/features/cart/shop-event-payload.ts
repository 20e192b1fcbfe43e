import type { ShopEventItem } from '#client/core/shop-events.ts';
import { computeDiscountedUnitPrice } from '#shared/catalogue/unit-price.ts';
import type { Cents } from '#shared/money.ts';
import { getLineVariantOrFirst, toSellableItemOfLine } from './cart-lines.ts';
import type { CartLine } from './persisted-cart.ts';

/** Describes cart lines for a shop event, at prices after the lines' own discounts, before a discount code. */
export function toEventItems(lines: readonly Omit<CartLine, 'id'>[]): {
  items: ShopEventItem[];
  totalCents: Cents;
} {
  const items = lines.map((line): ShopEventItem => {
    const { price, discount } = toSellableItemOfLine(line);
    const { id, year } = getLineVariantOrFirst(line);
    return {
      id,
      name: line.product.name,
      vintage: String(year ?? ''),
      priceCents: computeDiscountedUnitPrice(price, discount),
      quantity: line.quantity,
    };
  });
  return { items, totalCents: items.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0) };
}
