import type { Variant } from '#shared/catalogue/catalogue-contract.ts';
import { getVariantQuantityStep } from '#shared/catalogue/quantity-step.ts';
import { type SellableItem, type SellableLine, toSellableItem } from '#shared/catalogue/sellable-item.ts';
import { maxLineQuantity } from '#shared/limits.ts';
import type { CartLine, CartProduct } from './persisted-cart.ts';

type ChosenProduct = Pick<CartLine, 'product' | 'variantId'>;

export function getLineVariantOrFirst({ product, variantId }: ChosenProduct): Variant {
  const found = product.declination.find(({ id }) => id === variantId) ?? product.declination[0];
  if (!found) throw new Error(`the cart's product ${product.id} has no variants`);
  return found;
}

export const toSellableItemOfLine = (line: ChosenProduct): SellableItem =>
  toSellableItem(line.product, getLineVariantOrFirst(line));

export const cartLinesToSellableLines = (lines: readonly CartLine[]): SellableLine[] =>
  lines.map((line) => ({ item: toSellableItemOfLine(line), quantity: line.quantity }));

export const getLineQuantityStep = ({ product, variantId }: ChosenProduct): number =>
  getVariantQuantityStep(product, getLineVariantOrFirst({ product, variantId }));

/**
 * Returns the largest quantity of a variant that can be ordered: the maximum quantity of a cart line or, if it is
 * managed and lower, the stock, rounded down to whole quantity steps.
 */
export function getMaxLineQuantity(chosen: ChosenProduct): number {
  const { setQuantity, quantity } = getLineVariantOrFirst(chosen);
  const step = getLineQuantityStep(chosen);
  const available = setQuantity ? Math.min(quantity, maxLineQuantity) : maxLineQuantity;
  return Math.max(0, Math.floor(available / step) * step);
}

export const countVariantInCart = (lines: readonly CartLine[], variantId: number): number =>
  lines.reduce((sum, line) => (line.variantId === variantId ? sum + line.quantity : sum), 0);

/** Returns the quantity of a variant that can still be added to the cart. */
export const computeRemainingQuantity = (lines: readonly CartLine[], product: CartProduct, variantId: number): number =>
  Math.max(0, getMaxLineQuantity({ product, variantId }) - countVariantInCart(lines, variantId));

export const countCartItems = (lines: readonly CartLine[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0);
