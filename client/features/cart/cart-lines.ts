import type { Variant } from '#shared/catalogue/catalogue-contract.ts';
import { variantStep } from '#shared/catalogue/quantity-step.ts';
import { type ItemLine, type SellableItem, toSellableItem } from '#shared/catalogue/sellable-item.ts';
import { maxLineQuantity } from '#shared/limits.ts';
import type { CartLine, CartProduct } from './persisted-cart.ts';

type ChosenProduct = Pick<CartLine, 'product' | 'declinationId'>;

/** The declination that a line is about. */
export function variantOf({ product, declinationId }: ChosenProduct): Variant {
  const found = product.declination.find(({ id }) => id === declinationId) ?? product.declination[0];
  if (!found) throw new Error(`the cart's product ${product.id} has no declination`);
  return found;
}

/** A line's item as the rules of the shop know it. */
export const sellableItem = (line: ChosenProduct): SellableItem => toSellableItem(line.product, variantOf(line));

/** The cart as the rules of the shop know it. */
export const sellableLines = (lines: readonly CartLine[]): ItemLine[] =>
  lines.map((line) => ({ item: sellableItem(line), quantity: line.quantity }));

/** In what step the item of a line is sold. */
export const quantityStepOf = ({ product, declinationId }: ChosenProduct): number =>
  variantStep(product, variantOf({ product, declinationId }));

/** How many of it there are to sell, in whole steps. Where the stock is not counted, as many as one line may hold. */
export function maxQuantityOf(chosen: ChosenProduct): number {
  const { setQuantity, quantity } = variantOf(chosen);
  const step = quantityStepOf(chosen);
  const most = setQuantity ? Math.min(quantity, maxLineQuantity) : maxLineQuantity;
  return Math.max(0, Math.floor(most / step) * step);
}

/** How many of a declination a cart holds. */
export const quantityInCart = (lines: readonly CartLine[], declinationId: number): number =>
  lines.reduce((sum, line) => (line.declinationId === declinationId ? sum + line.quantity : sum), 0);

/** How many more of it the cart can take: never more than there are less those in it. */
export const remainingQuantity = (lines: readonly CartLine[], product: CartProduct, declinationId: number): number =>
  Math.max(0, maxQuantityOf({ product, declinationId }) - quantityInCart(lines, declinationId));

/** How many things the cart holds, each bottle and box one. */
export const itemCount = (lines: readonly CartLine[]): number => lines.reduce((sum, { quantity }) => sum + quantity, 0);
