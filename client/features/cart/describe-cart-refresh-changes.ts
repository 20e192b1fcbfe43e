import { centsToEuros } from '#shared/money.ts';
import type { Texts } from '#shared/texts.ts';
import type { CartRefreshChanges } from './find-removals-and-price-changes.ts';

/** Returns one sentence for each removed product and each changed price of a cart. */
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
