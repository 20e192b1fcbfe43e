import type { Product } from '#shared/catalogue/catalogue-contract.ts';
import { pageSize } from '#shared/limits.ts';
import { callApi } from './call-api.ts';

/**
 * Loads the current data of products, by id. Products that are no longer sold are absent.
 * @throws ApiCallError
 */
export async function fetchProductsById(productIds: Iterable<number>): Promise<Map<number, Product>> {
  const ids = [...new Set(productIds)];
  const found = new Map<number, Product>();
  for (let from = 0; from < ids.length; from += pageSize.max) {
    const id = ids.slice(from, from + pageSize.max).join(',');
    const { products } = await callApi('GET /product', { query: { id, nbItem: pageSize.max } });
    for (const product of products) found.set(product.id, product);
  }
  return found;
}
