import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readParameter } from '#server/api/site/site.ts';
import { type CollectionSlot, listOpenSlots, listRemainingClosures } from '#shared/shipping/collection-slots.ts';
import { readCollectionPlace } from './shipping-repository.ts';

interface CollectionSlotQuery {
  addressId: number;
  /** Month of the slots, 1 to 12. */
  month: number;
  year: number;
}

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

/**
 * Reads the slots of a month that customers can still choose, and the closures of the month. Returns null if orders
 * cannot be collected at the address.
 */
export async function readCollectionMonth(
  tx: SiteTx,
  { addressId, month, year }: CollectionSlotQuery,
  clock: { now: number; timeZone: string },
  countBookings: CountCollectionsPerSlot,
): Promise<CollectionMonth | null> {
  const place = await readCollectionPlace(tx, addressId);
  if (!place) return null;
  const slots = await slotsWithCapacity(tx, place, { month, year }, clock, countBookings);
  return { slots, closures: listRemainingClosures(place, month, year, clock) };
}

type CollectionPlace = NonNullable<Awaited<ReturnType<typeof readCollectionPlace>>>;

interface CollectionMonth {
  slots: CollectionSlot[];
  closures: CollectionPlace['closures'];
}

async function slotsWithCapacity(
  tx: SiteTx,
  place: CollectionPlace,
  { month, year }: Pick<CollectionSlotQuery, 'month' | 'year'>,
  clock: { now: number; timeZone: string },
  countBookings: CountCollectionsPerSlot,
): Promise<CollectionSlot[]> {
  const leadHours = (await readParameter(tx, 'CLICK_AND_COLLECT_HOURS')) ?? 0;
  const slots = listOpenSlots(place, month, year, { ...clock, leadHours });
  const [first] = slots;
  const limits = new Map(
    place.schedules.flatMap(({ id, capacity }) => (capacity === null ? [] : [[id, capacity] as const])),
  );
  if (!first || limits.size === 0) return slots;
  const until = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
  const counted = await countBookings(tx, [...limits.keys()], first.date, until);
  const taken = new Map(counted.map((row) => [`${row.idSchedule} ${row.date}`, row.taken]));
  return slots.filter(
    ({ idSchedule, date }) => (taken.get(`${idSchedule} ${date}`) ?? 0) < (limits.get(idSchedule) ?? Infinity),
  );
}
