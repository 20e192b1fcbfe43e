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

export interface HeldQuantities {
  /** Of a site, read at most once in `heldFor` however many ask. */
  of(siteId: number): Promise<Quantities>;
  /** Whoever asks from now on is told of this moment. */
  forget(siteId: number): void;
}

export function heldQuantities(db: Db): HeldQuantities {
  // What is forgotten may be on its way to somebody who asked before: it keeps its place, and the next gets another.
  const turns = new Map<number, number>();
  const held = new LRUCache<string, Quantities>({
    max: 1_000,
    ttl: heldFor,
    fetchMethod: (key) => inSite(db, Number.parseInt(key, 10), async (tx) => toQuantities(await readStock(tx))),
  });
  return {
    of: async (siteId) => (await held.fetch(`${siteId} ${turns.get(siteId) ?? 0}`)) ?? new Map(),
    forget: (siteId) => void turns.set(siteId, (turns.get(siteId) ?? 0) + 1),
  };
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
