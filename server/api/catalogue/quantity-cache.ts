import { eq } from 'drizzle-orm';
import type { Db } from '#server/api/database/connect.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { createPerSiteCache } from '#server/api/tenancy/per-site-cache.ts';
import { countBoxesFromManagedStock, isBoxStockManaged } from '#shared/catalogue/count-boxes-from-managed-stock.ts';
import { boxContents, stock, variants } from './catalogue-tables.ts';
import { managedStockQuantitySql } from './product-repository.ts';

/** Reads all unarchived variants with their stock, which is null if it is not managed, and all contents of boxes. */
async function readAllStock(tx: SiteTx) {
  const rows = await tx
    .select({
      id: variants.id,
      productId: variants.productId,
      stock: managedStockQuantitySql,
    })
    .from(variants)
    .leftJoin(stock, eq(stock.variantId, variants.id))
    .where(eq(variants.isArchived, false));
  const contents = await tx
    .select({
      boxId: boxContents.productId,
      variantId: boxContents.variantId,
      quantity: boxContents.quantity,
    })
    .from(boxContents);
  return { rows, contents };
}

/** The quantity that can be sold, by id of variants with managed stock, whatever the site's USE_STOCK_MANAGEMENT is. */
type SellableQuantities = ReadonlyMap<number, number>;

/**
 * Lifetime of cached quantities in milliseconds. Every page with products requests quantities after hydration; the
 * cache limits how often the stock of a site is read for them.
 */
const quantityCacheTtlMs = 2_000;

export interface QuantityCache {
  /** Returns the quantities of a site, which are up to `quantityCacheTtlMs` old unless they have been invalidated. */
  get(siteId: number): Promise<SellableQuantities>;
  invalidate(siteId: number): void;
}

export function createSellableQuantityCache(db: Db): QuantityCache {
  const cache = createPerSiteCache<SellableQuantities>({
    max: 1_000,
    ttlMs: quantityCacheTtlMs,
    load: (siteId) => withSiteTransaction(db, siteId, async (tx) => toQuantitiesByVariantId(await readAllStock(tx))),
  });
  return {
    get: async (siteId) => (await cache.get(siteId)) ?? new Map(),
    invalidate: cache.invalidate,
  };
}

function toQuantitiesByVariantId({ rows, contents }: Awaited<ReturnType<typeof readAllStock>>): SellableQuantities {
  const stockById = new Map(rows.map(({ id, stock }) => [id, stock]));
  const byBox = Map.groupBy(contents, ({ boxId }) => boxId);
  return new Map(
    rows.flatMap(({ id, productId, stock }): [number, number][] => {
      const inBox = byBox.get(productId)?.map(({ quantity, variantId }) => ({
        quantity,
        stock: stockById.get(variantId) ?? null,
      }));
      if (inBox) return isBoxStockManaged(inBox) ? [[id, countBoxesFromManagedStock(inBox)]] : [];
      return stock === null ? [] : [[id, stock]];
    }),
  );
}
