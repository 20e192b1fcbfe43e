import { and, asc, eq, gte, inArray, lt, ne, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { discountCodeUses } from '#server/api/discounts/discounts-tables.ts';
import { createRefundSumSubquery } from '#server/api/orders/order-refunds.ts';
import { orders } from '#server/api/orders/orders-tables.ts';
import { readCollectionPlace } from '#server/api/shipping/shipping.ts';
import { sellingContract } from '#shared/admin/selling-contract.ts';
import { centsToEuros } from '#shared/money.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { listMonthSlots } from '#shared/shipping/collection-slots.ts';

/** Sums up the orders with each discount code, except cancelled ones. Amounts are in cents; `total` is less refunds. */
function sumDiscountCodeUses(tx: SiteTx) {
  const refunds = createRefundSumSubquery(tx);
  return tx
    .select({
      idCode: discountCodeUses.codeId,
      orders: sql<number>`count(*)::integer`,
      discount: sql<number>`sum(${orders.discount})::float8`,
      total: sql<number>`sum(${orders.total} - coalesce(${refunds.refunded}, 0))::float8`,
    })
    .from(discountCodeUses)
    .innerJoin(orders, eq(orders.id, discountCodeUses.orderId))
    .leftJoin(refunds, eq(refunds.orderId, orders.id))
    .where(ne(orders.state, 'CANCELLED'))
    .groupBy(discountCodeUses.codeId)
    .orderBy(asc(discountCodeUses.codeId));
}

/** Reads the orders to be collected in a month, in slots of the given collection schedules, except cancelled ones. */
async function readCollectionBookings(
  tx: SiteTx,
  scheduleIds: readonly number[],
  { month, year }: { month: number; year: number },
) {
  if (scheduleIds.length === 0) return [];
  const firstDay = (monthIndex: number) => new Date(Date.UTC(year, monthIndex, 1)).toISOString().slice(0, 10);
  return tx
    .select({
      id: orders.id,
      number: orders.number,
      idSchedule: orders.collectionScheduleId,
      date: orders.collectionDate,
      customer: sql<string>`concat_ws(' ', ${orders.billingAddress} ->> 'firstname', ${orders.billingAddress} ->> 'lastname')`,
    })
    .from(orders)
    .where(
      and(
        inArray(orders.collectionScheduleId, [...scheduleIds]),
        gte(orders.collectionDate, firstDay(month - 1)),
        lt(orders.collectionDate, firstDay(month)),
        ne(orders.state, 'CANCELLED'),
      ),
    )
    .orderBy(asc(orders.collectionDate), asc(orders.id));
}

export function sellingRoutes(app: FastifyInstance, dependencies: ContractRouteDependencies): void {
  const route = createContractRouter(app, 'admin', sellingContract, dependencies);

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
      const slots = listMonthSlots(place, month, year).map((slot) => ({
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
