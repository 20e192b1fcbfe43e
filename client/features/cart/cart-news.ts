import { priceOfOne } from '#shared/cart/line-price.ts';
import type { Cents } from '#shared/money.ts';
import { soldItem } from './cart-lines.ts';
import type { CartLine } from './cart-memory.ts';

/** What has changed in a cart since its owner last saw it. Prices in cents, of one, after discount. */
export interface CartNews {
  /** What is sold no longer, by name. */
  gone: string[];
  prices: { name: string; before: Cents; now: Cents }[];
}

/** What the shop has changed between two looks at the same cart. */
export function cartNews(before: readonly CartLine[], after: readonly CartLine[]): CartNews {
  const news: CartNews = { gone: [], prices: [] };
  for (const line of before) {
    const { name } = line.product;
    const same = after.find(({ id }) => id === line.id);
    if (!same) {
      news.gone.push(name);
      continue;
    }
    const [was, now] = [priceOfOne(soldItem(line)), priceOfOne(soldItem(same))];
    if (was !== now) news.prices.push({ name, before: was, now });
  }
  return news;
}
