import { LRUCache } from 'lru-cache';
import type { Db } from '#server/api/database/connect.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { boxQuantity } from '#shared/catalogue/box-quantity.ts';
import { readAllStock } from './stock-repository.ts';

/** Variant id → quantity that can be sold. */
export type Quantities = ReadonlyMap<number, number>;

/** Every page requests quantities after hydration. The cache limits that to one query per site and `ttlMs`. */
export const ttlMs = 2_000;

export interface QuantityCache {
  /** The quantities of a site, read at most once per `ttlMs`. */
  get(siteId: number): Promise<Quantities>;
  /** Later calls read the quantities again. */
  invalidate(siteId: number): void;
}

export function createQuantityCache(db: Db): QuantityCache {
  // Part of the key, so that a fetch already in flight cannot repopulate an invalidated entry.
  const versions = new Map<number, number>();
  const cache = new LRUCache<string, Quantities>({
    max: 1_000,
    ttl: ttlMs,
    fetchMethod: (key) =>
      withSiteTransaction(db, Number.parseInt(key, 10), async (tx) => toQuantities(await readAllStock(tx))),
  });
  return {
    get: async (siteId) => (await cache.fetch(`${siteId} ${versions.get(siteId) ?? 0}`)) ?? new Map(),
    invalidate: (siteId) => void versions.set(siteId, (versions.get(siteId) ?? 0) + 1),
  };
}

function toQuantities({ rows, contents }: Awaited<ReturnType<typeof readAllStock>>): Quantities {
  const stock = new Map(rows.map(({ id, quantity }) => [id, quantity]));
  const byBox = Map.groupBy(contents, ({ boxId }) => boxId);
  return new Map(
    rows.map(({ id, productId, quantity }) => {
      const boxContents = byBox.get(productId);
      if (!boxContents) return [id, quantity];
      return [
        id,
        boxQuantity(
          boxContents.map((content) => ({ quantity: content.quantity, stock: stock.get(content.variantId) ?? 0 })),
        ),
      ];
    }),
  );
}
