import { LRUCache } from 'lru-cache';
import type { Db } from '#server/api/database/connect.ts';
import { inSite } from '#server/api/database/site-transaction.ts';
import { boxQuantity } from '#shared/catalogue/box-quantity.ts';
import { readStock } from './catalogue-repository.ts';

/** Declination → how many can be sold. */
export type Quantities = ReadonlyMap<number, number>;

/**
 * How long a site's quantities are held, in milliseconds. Every visitor's page asks for them after it is shown: without
 * this a busy page would be a query for each view.
 */
export const heldFor = 2_000;

/** The quantities of sites, each read at most once in `heldFor` however many ask. */
export function heldQuantities(db: Db): (siteId: number) => Promise<Quantities> {
  const held = new LRUCache<number, Quantities>({
    max: 1_000,
    ttl: heldFor,
    fetchMethod: (siteId) => inSite(db, siteId, async (tx) => toQuantities(await readStock(tx))),
  });
  return async (siteId) => (await held.fetch(siteId)) ?? new Map();
}

function toQuantities({ rows, contents }: Awaited<ReturnType<typeof readStock>>): Quantities {
  const left = new Map(rows.map(({ id, quantity }) => [id, quantity]));
  const byBox = Map.groupBy(contents, ({ boxId }) => boxId);
  return new Map(
    rows.map(({ id, productId, quantity }) => {
      const parts = byBox.get(productId);
      if (!parts) return [id, quantity];
      return [
        id,
        boxQuantity(parts.map((part) => ({ quantity: part.quantity, left: left.get(part.idDeclination) ?? 0 }))),
      ];
    }),
  );
}
