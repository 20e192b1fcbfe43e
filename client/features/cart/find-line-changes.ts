import { computeItemPrice } from '#shared/cart/line-price.ts';
import { type Cents, centsToEuros } from '#shared/money.ts';
import type { Texts } from '#shared/texts.ts';
import { toSellableItemOfLine } from './cart-lines.ts';
import type { CartLine } from './persisted-cart.ts';

/**
 * The changes by a refresh of the cart that concern the customer: removed products and new prices. Quantities are not
 * compared. Prices are for one unit, in cents, after discount.
 */
export interface CartRefreshChanges {
  removedNames: string[];
  priceChanges: { name: string; before: Cents; now: Cents }[];
}

export function describeCartRefreshChanges(
  { removedNames, priceChanges }: CartRefreshChanges,
  { t, euros }: Texts,
): string[] {
  const inEuros = (cents: number) => euros(centsToEuros(cents));
  return [
    ...removedNames.map((name) => t('cart.gone', { name })),
    ...priceChanges.map(({ name, before, now }) =>
      t('cart.price-changed', { name, before: inEuros(before), now: inEuros(now) }),
    ),
  ];
}

export function findLineChanges(before: readonly CartLine[], after: readonly CartLine[]): CartRefreshChanges {
  const diff: CartRefreshChanges = { removedNames: [], priceChanges: [] };
  for (const line of before) {
    const { name } = line.product;
    const same = after.find(({ id }) => id === line.id);
    if (!same) {
      diff.removedNames.push(name);
      continue;
    }
    const [was, now] = [computeItemPrice(toSellableItemOfLine(line)), computeItemPrice(toSellableItemOfLine(same))];
    if (was !== now) diff.priceChanges.push({ name, before: was, now });
  }
  return diff;
}
