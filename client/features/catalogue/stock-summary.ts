import { type StockLevel, stockLevel } from '#shared/catalogue/stock-level.ts';
import type { CountedStock } from './card-view.ts';

/** Declination → what is left of it at this moment. */
export type Quantities = ReadonlyMap<number, number>;

export interface StockSummary {
  level: StockLevel;
  left: number;
}

const leftOf = (stock: CountedStock, fresh: Quantities): number => fresh.get(stock.id) ?? stock.quantity;

/**
 * The stock of several declinations in one word: out when all of them are, low when none is well stocked. `limit` is
 * STOCK_LIMIT_DISPLAY. Nothing counted means always to be had.
 */
export function stockSummary(
  stocks: readonly CountedStock[],
  limit: number | undefined,
  fresh: Quantities = new Map(),
): StockSummary {
  if (stocks.length === 0) return { level: 'available', left: 0 };
  const levels = stocks.map((stock) =>
    stockLevel({ quantity: leftOf(stock, fresh), setQuantity: true }, limit, stock.step),
  );
  const left = stocks.reduce((sum, stock) => sum + leftOf(stock, fresh), 0);
  if (levels.every((level) => level === 'out')) return { level: 'out', left: 0 };
  return { level: levels.includes('available') ? 'available' : 'low', left };
}
