import { and, asc, eq, gte, inArray, lt, ne, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { discountCodeUses } from '#server/api/discounts/discounts-tables.ts';
import { createRefundSumSubquery } from '#server/api/orders/order-refunds-repository.ts';
import { orders } from '#server/api/orders/orders-tables.ts';

/** Sums up the orders with each discount code, except cancelled ones. Amounts are in cents; `total` is less refunds. */
export function sumDiscountCodeUses(tx: SiteTx) {
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
export async function readCollectionBookings(
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
