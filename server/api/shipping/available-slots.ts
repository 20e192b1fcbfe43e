import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { CollectionSlot } from '#shared/shipping/collection-slots.ts';

/**
 * Counts the orders in each slot of some collection schedules, from `from` until before `until` (`YYYY-MM-DD`), without
 * cancelled orders. The orders domain implements this type, because shipping must not depend on orders.
 */
export type CountCollectionsPerSlot = (
  tx: SiteTx,
  scheduleIds: readonly number[],
  from: string,
  until: string,
) => Promise<{ idSchedule: number | null; date: string | null; taken: number }[]>;

/**
 * Functions that read the bookable slots of an element or a service in a month; null if there is no such item. The
 * composition root provides them, because shipping must not depend on those domains.
 */
export type BookableSlotReaders = Readonly<
  Record<
    'element' | 'service',
    (
      tx: SiteTx,
      query: { id: number; month: number; year: number },
      clock: { now: number; timeZone: string },
    ) => Promise<CollectionSlot[] | null>
  >
>;
