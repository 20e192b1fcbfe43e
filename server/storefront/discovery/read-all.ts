import type { Product } from '#shared/catalogue/catalogue-contract.ts';
import type { Lang } from '#shared/languages.ts';
import { pageSize } from '#shared/limits.ts';
import type { ApiReader } from '#shared/rendering.ts';

/** Maximum number of pages that are read of one list (20,000 items). */
const maxPages = 200;

/** Reads all items of a list, page by page, up to `maxPages`. */
export async function readAllListItems<T>(
  readPage: (page: number) => Promise<{ items: readonly T[]; total: number }>,
): Promise<T[]> {
  const all: T[] = [];
  for (let page = 1; page <= maxPages; page++) {
    const { items, total } = await readPage(page);
    for (const each of items) all.push(each);
    if (items.length === 0 || all.length >= total) break;
  }
  return all;
}

export const readAllProducts = (read: ApiReader, lang: Lang): Promise<Product[]> =>
  readAllListItems(async (page) => {
    const { products, total } = await read('GET /product', { query: { page, nbItem: pageSize.max }, lang });
    return { items: products, total };
  });
