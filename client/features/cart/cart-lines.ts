import { quantityStep } from '#shared/cart/quantity.ts';
import type { Declination } from '#shared/catalogue/catalogue-contract.ts';
import { type SoldItem, soldItemOf, type WantedLine } from '#shared/catalogue/sold-item.ts';
import { mostOfOneLine } from '#shared/limits.ts';
import type { CartLine, CartProduct } from './persisted-cart.ts';

type ChosenProduct = Pick<CartLine, 'product' | 'declinationId'>;

/** The declination that a line is about. */
export function declinationOf({ product, declinationId }: ChosenProduct): Declination {
  const found = product.declination.find(({ id }) => id === declinationId) ?? product.declination[0];
  if (!found) throw new Error(`the cart's product ${product.id} has no declination`);
  return found;
}

/** A line's item as the rules of the shop know it. */
export const soldItem = (line: ChosenProduct): SoldItem => soldItemOf(line.product, declinationOf(line));

/** The cart as the rules of the shop know it. */
export const wantedLines = (lines: readonly CartLine[]): WantedLine[] =>
  lines.map((line) => ({ item: soldItem(line), quantity: line.quantity }));

/** In what step the item of a line is sold. */
export const stepOf = ({ product, declinationId }: ChosenProduct): number =>
  quantityStep({
    isVintage: product.isVintage,
    sellByMultipleOf: declinationOf({ product, declinationId }).sellByMultipleOf,
  });

/** How many of it there are to sell, in whole steps. Where the stock is not counted, as many as one line may hold. */
export function mostOf(chosen: ChosenProduct): number {
  const { setQuantity, quantity } = declinationOf(chosen);
  const step = stepOf(chosen);
  const most = setQuantity ? Math.min(quantity, mostOfOneLine) : mostOfOneLine;
  return Math.max(0, Math.floor(most / step) * step);
}

/** How many of a declination a cart holds. */
export const inCart = (lines: readonly CartLine[], declinationId: number): number =>
  lines.reduce((sum, line) => (line.declinationId === declinationId ? sum + line.quantity : sum), 0);

/** How many more of it the cart can take: never more than there are less those in it. */
export const roomFor = (lines: readonly CartLine[], product: CartProduct, declinationId: number): number =>
  Math.max(0, mostOf({ product, declinationId }) - inCart(lines, declinationId));

/** How many things the cart holds, each bottle and box one. */
export const countOf = (lines: readonly CartLine[]): number => lines.reduce((sum, { quantity }) => sum + quantity, 0);
