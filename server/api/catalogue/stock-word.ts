import type { Db } from '#server/api/database/connect.ts';
import { inSite } from '#server/api/database/site-transaction.ts';
import { type StockMove, tellOfStock } from './stock-moves.ts';

/** How long a site's pages are left alone after word of its stock went out, in milliseconds. */
export const wordEvery = 1_000;

/** Tells storefronts of moves of the stock that their pages show: "few left" and "sold out" come and go. */
export interface StockWord {
  /** To be told after the moves have been committed. It waits for nothing. */
  moved(siteId: number, moves: readonly StockMove[]): void;
  /** Says what is still to be said. */
  close(): Promise<void>;
}

interface Pending {
  moves: StockMove[];
  timer: NodeJS.Timeout | null;
  work: Promise<void>;
}

/**
 * Word goes out at once, and for each site at most once in `wordEvery`; moves in between wait. That is counted in this
 * process: several replicas say a little more than one, never less. A page also asks for quantities once it is shown,
 * so word that a crash swallowed costs nobody a bottle.
 */
export function stockWord(db: Db, onError: (error: unknown) => void): StockWord {
  const sites = new Map<number, Pending>();

  const tell = (siteId: number, pending: Pending): Promise<void> => {
    const moves = pending.moves.splice(0);
    return inSite(db, siteId, (tx) => tellOfStock(tx, moves)).catch(onError);
  };

  const next = (siteId: number, pending: Pending): void => {
    if (pending.moves.length === 0) return void sites.delete(siteId);
    pending.work = tell(siteId, pending);
    pending.timer = setTimeout(() => void pending.work.then(() => next(siteId, pending)), wordEvery);
    pending.timer.unref();
  };

  return {
    moved(siteId, moves) {
      if (moves.length === 0) return;
      const known = sites.get(siteId);
      if (known) return void known.moves.push(...moves);
      const pending: Pending = { moves: [...moves], timer: null, work: Promise.resolve() };
      sites.set(siteId, pending);
      next(siteId, pending);
    },
    async close() {
      const open = [...sites];
      sites.clear();
      for (const [siteId, pending] of open) {
        if (pending.timer) clearTimeout(pending.timer);
        await pending.work;
        if (pending.moves.length > 0) await tell(siteId, pending);
      }
    },
  };
}
