import { callApi } from '#client/core/call-api.ts';
import { useQuery } from '#client/core/use-query.ts';
import type { StockQuantities } from './stock-summary.ts';

const noQuantities: StockQuantities = new Map();

/**
 * Loads the current stock of variants, because the stock in a cached page may be out of date. After an error the page
 * keeps the cached stock, and the order is checked against the stock anyway.
 */
export function useStockQuantities(ids: readonly number[]): StockQuantities {
  const load = async (signal: AbortSignal) => {
    const { products } = await callApi('PUT /product/quantities', {
      body: { products: ids.map((id) => ({ id })) },
      signal,
      isBackground: true,
    });
    return new Map(products.map(({ id, quantity }) => [id, quantity]));
  };
  return useQuery(ids.length > 0 ? load : null, [ids.join(',')]).data ?? noQuantities;
}
