import type { Variant } from '#shared/catalogue/catalogue-contract.ts';
import { variantStep } from '#shared/catalogue/quantity-step.ts';
import { type ItemLine, type SellableItem, toSellableItem } from '#shared/catalogue/sellable-item.ts';
import { maxLineQuantity } from '#shared/limits.ts';
import type { CartLine, CartProduct } from './persisted-cart.ts';

type ChosenProduct = Pick<CartLine, 'product' | 'declinationId'>;

export function variantOf({ product, declinationId }: ChosenProduct): Variant {
  const found = product.declination.find(({ id }) => id === declinationId) ?? product.declination[0];
  if (!found) throw new Error(`the cart's product ${product.id} has no variants`);
  return found;
}

export const sellableItemOfLine = (line: ChosenProduct): SellableItem => toSellableItem(line.product, variantOf(line));

export const sellableLinesOfCart = (lines: readonly CartLine[]): ItemLine[] =>
  lines.map((line) => ({ item: sellableItemOfLine(line), quantity: line.quantity }));

export const quantityStepOf = ({ product, declinationId }: ChosenProduct): number =>
  variantStep(product, variantOf({ product, declinationId }));

/** Returns the stock rounded down to whole quantity steps, at most the maximum quantity of a cart line. */
export function maxQuantityOf(chosen: ChosenProduct): number {
  const { setQuantity, quantity } = variantOf(chosen);
  const step = quantityStepOf(chosen);
  const available = setQuantity ? Math.min(quantity, maxLineQuantity) : maxLineQuantity;
  return Math.max(0, Math.floor(available / step) * step);
}

export const quantityInCart = (lines: readonly CartLine[], declinationId: number): number =>
  lines.reduce((sum, line) => (line.declinationId === declinationId ? sum + line.quantity : sum), 0);

/** The quantity of a variant that can still be added to the cart. */
export const remainingQuantity = (lines: readonly CartLine[], product: CartProduct, declinationId: number): number =>
  Math.max(0, maxQuantityOf({ product, declinationId }) - quantityInCart(lines, declinationId));

/** Counts the bottles and boxes in the cart. */
export const itemCount = (lines: readonly CartLine[]): number => lines.reduce((sum, { quantity }) => sum + quantity, 0);
