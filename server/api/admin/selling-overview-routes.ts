import type { FastifyInstance } from 'fastify';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import { readCollectionPlace } from '#server/api/shipping/shipping-repository.ts';
import { codeUsageAndCollectionCalendarContract } from '#shared/admin/code-usage-and-collection-calendar-contract.ts';
import { centsToEuros } from '#shared/money.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { listAllCollectionSlotsOfMonth } from '#shared/shipping/collection-slots.ts';
import { readCollectionBookings, sumDiscountCodeUses } from './selling-repository.ts';

/** Registers the calls with which staff see the use of discount codes and the bookings of collection slots. */
export function codeUseAndCollectionCalendarRoutes(
  app: FastifyInstance,
  dependencies: ContractRouteDependencies,
): void {
  const route = createContractRouter(app, 'admin', codeUsageAndCollectionCalendarContract, dependencies);

  route('GET /admin/discount-code/use', async ({ withSiteTransaction }) => {
    const rows = await withSiteTransaction(sumDiscountCodeUses);
    const uses = rows.map(({ idCode, orders, discount, total }) => ({
      idCode,
      orders,
      discount: centsToEuros(discount),
      total: centsToEuros(total),
    }));
    return { uses };
  });

  route('GET /admin/collection-calendar', ({ query: { address, month, year }, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const place = await readCollectionPlace(tx, address);
      if (!place) return refuse('not_found');
      const capacities = new Map(place.schedules.map(({ id, capacity }) => [id, capacity]));
      const bookings = await readCollectionBookings(tx, [...capacities.keys()], { month, year });
      const bySlot = Map.groupBy(bookings, ({ idSchedule, date }) => `${idSchedule} ${date}`);
      const slots = listAllCollectionSlotsOfMonth(place, month, year).map((slot) => ({
        ...slot,
        capacity: capacities.get(slot.idSchedule) ?? null,
        orders: (bySlot.get(`${slot.idSchedule} ${slot.date}`) ?? []).map(({ id, number, customer }) => ({
          id,
          number,
          customer,
        })),
      }));
      return ok({ slots, closures: place.closures });
    }),
  );
}
