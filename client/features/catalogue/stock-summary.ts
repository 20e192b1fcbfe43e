import { getStockLevel, type StockLevel } from '#shared/catalogue/stock-level.ts';
import type { Parameters } from '#shared/site/parameter-definitions.ts';
import type { ManagedVariantStock } from './product-card-view.ts';

export type StockQuantities = ReadonlyMap<number, number>;

export interface StockSummary {
  level: StockLevel;
  left: number;
}

/**
 * Returns the quantity below which a page shows how many units are left (docs/rules.md, "Stock"); `undefined` if pages
 * never show the number.
 */
export const getExclusiveLowStockLimit = ({
  USE_PRODUCT_STOCK: isShown,
  STOCK_LIMIT_DISPLAY: limit,
}: Pick<Parameters, 'USE_PRODUCT_STOCK' | 'STOCK_LIMIT_DISPLAY'>): number | undefined =>
  isShown === false ? undefined : limit;

const leftOf = (stock: ManagedVariantStock, fresh: StockQuantities): number => fresh.get(stock.id) ?? stock.quantity;

/**
 * Summarises the stock of several variants: `out` if all are out of stock, `low` if some are not, but none has at least
 * `limit`, otherwise `available`.
 * @param stocks empty if the estate does not manage the stock, which is then `available`
 * @param limit the result of `getExclusiveLowStockLimit`
 */
export function summariseStock(
  stocks: readonly ManagedVariantStock[],
  limit: number | undefined,
  fresh: StockQuantities = new Map(),
): StockSummary {
  if (stocks.length === 0) return { level: 'available', left: 0 };
  const levels = stocks.map((stock) =>
    getStockLevel({ quantity: leftOf(stock, fresh), setQuantity: true }, limit, stock.step ?? 1),
  );
  const left = stocks.reduce((sum, stock) => sum + leftOf(stock, fresh), 0);
  if (levels.every((level) => level === 'out')) return { level: 'out', left: 0 };
  return { level: levels.includes('available') ? 'available' : 'low', left };
}
