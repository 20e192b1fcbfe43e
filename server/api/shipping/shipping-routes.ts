import type { FastifyInstance } from 'fastify';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { listCountries, toCountryCode } from '#server/api/places/places.ts';
import { readParameter } from '#server/api/site/site.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { type CollectionSlot, listOpenSlots, listRemainingClosures } from '#shared/shipping/collection-slots.ts';
import { hasCarrierForCountry } from '#shared/shipping/shipping.ts';
import { shippingContract } from '#shared/shipping/shipping-contract.ts';
import type { PickupPointDirectory } from './pickup-points.ts';
import { readCollectionPlace, readShippingConfig } from './shipping.ts';

/**
 * Counts the orders in each slot of some collection schedules, from `from` until before `until` (`YYYY-MM-DD`), without
 * cancelled orders. The orders domain implements this type, because shipping must not depend on orders.
 */
type CountCollectionsPerSlot = (
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

interface CollectionSlotQuery {
  addressId: number;
  /** Month of the slots, 1 to 12. */
  month: number;
  year: number;
}

/**
 * Reads the slots of a month that customers can still choose, and the closures of the month. Returns null if orders
 * cannot be collected at the address.
 */
async function readCollectionMonth(
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

interface ShippingDependencies extends ContractRouteDependencies {
  pickupPoints: PickupPointDirectory;
  countBookings: CountCollectionsPerSlot;
  calendars: BookableSlotReaders;
}

export function shippingRoutes(app: FastifyInstance, dependencies: ShippingDependencies): void {
  const route = createContractRouter(app, 'shipping', shippingContract, dependencies);
  const { pickupPoints, countBookings, calendars } = dependencies;

  route('POST /relay/access-points', async (call) => {
    const { body, lang, translate, pickLanguage, request, withSiteTransaction } = call;
    const country = toCountryCode(body.country ?? 'FR');
    if (!country) return refuse('unknown_country', { errors: { country: translate('refusal.unknown_country') } });
    const { postalCode, city = '', idCarrier: carrierId = null } = body;
    const context = { withSiteTransaction, lang, pickLanguage, log: request.log };
    return ok({ accessPoints: await pickupPoints.near(context, { postalCode, city, country, carrierId }) });
  });

  route('GET /shipping/countries', async ({ lang, pickLanguage, withSiteTransaction }) => {
    const { carriers, rules } = await withSiteTransaction((tx) => readShippingConfig(tx, pickLanguage));
    const codes = listCountries(lang).map(({ alphaTwo }) => alphaTwo);
    return { countries: codes.filter((country) => hasCarrierForCountry(carriers, country, rules.sellsWorldwide)) };
  });

  route(
    'GET /calendar/{id}/date/allowed/{month}/{year}',
    async ({ params, query, site, pickLanguage, withSiteTransaction }) => {
      const { id: addressId, month, year } = params;
      const clock = { now: Date.now(), timeZone: site.timeZone };
      const found = await withSiteTransaction(async (tx) => {
        if (query.type === 'address') return readCollectionMonth(tx, { addressId, month, year }, clock, countBookings);
        const slots = await calendars[query.type](tx, params, clock);
        return slots && { slots, closures: [] };
      });
      if (!found) return refuse('not_found');
      const { slots, closures } = found;
      return ok({
        dates: [...new Set(slots.map(({ date }) => date))],
        schedules: slots.map(({ idSchedule, date, from, to }) => ({ id: idSchedule, date, from, to })),
        closures: closures.map(({ from, to, reason }) => ({ from, to, reason: pickLanguage(reason) })),
      });
    },
  );
}
