import type { Db } from '#server/api/database/connect.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { type AppliedStockChange, notifyIfStockLevelsChanged } from './take-and-return-stock.ts';

/** Minimum time between two notifications of one site, in milliseconds. */
const stockNotificationThrottleMs = 1_000;

/** Notifies storefronts of stock changes that cached pages show, such as "few left" and "sold out". */
export interface StockChangeNotifier {
  /** Schedules a notification and returns at once. Call it after the changes of stock have been committed. */
  notify(siteId: number, changes: readonly AppliedStockChange[]): void;
  /** Sends pending notifications immediately, for shutdown. */
  close(): Promise<void>;
}

interface Pending {
  changes: AppliedStockChange[];
  timer: NodeJS.Timeout | null;
  sending: Promise<void>;
}

/**
 * Creates a notifier that sends a notification at once, then at most one per site in `stockNotificationThrottleMs`,
 * with the changes collected meanwhile. Each process throttles separately. A notification that a crash loses is
 * harmless, because pages read quantities after hydration.
 */
export function createStockChangeNotifier(db: Db, onError: (error: unknown) => void): StockChangeNotifier {
  const sites = new Map<number, Pending>();

  const send = (siteId: number, pending: Pending): Promise<void> => {
    const changes = pending.changes.splice(0);
    return withSiteTransaction(db, siteId, (tx) => notifyIfStockLevelsChanged(tx, changes)).catch(onError);
  };

  const flush = (siteId: number, pending: Pending): void => {
    if (pending.changes.length === 0) return void sites.delete(siteId);
    pending.sending = send(siteId, pending);
    pending.timer = setTimeout(
      () => void pending.sending.then(() => flush(siteId, pending)),
      stockNotificationThrottleMs,
    );
    pending.timer.unref();
  };

  return {
    notify(siteId, changes) {
      if (changes.length === 0) return;
      const existing = sites.get(siteId);
      if (existing) {
        for (const each of changes) existing.changes.push(each);
        return;
      }
      const pending: Pending = { changes: [...changes], timer: null, sending: Promise.resolve() };
      sites.set(siteId, pending);
      flush(siteId, pending);
    },
    async close() {
      const open = [...sites];
      sites.clear();
      for (const [siteId, pending] of open) {
        if (pending.timer) clearTimeout(pending.timer);
        await pending.sending;
        if (pending.changes.length > 0) await send(siteId, pending);
      }
    },
  };
}
