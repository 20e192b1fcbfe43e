import { and, asc, count, desc, eq, gte, inArray, isNull, lt, notInArray, or, sql } from 'drizzle-orm';
import { isVisibleProductSql, products, variants } from '#server/api/catalogue/product-tables.ts';
import { stock } from '#server/api/catalogue/stock-tables.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { formSubmissions } from '#server/api/forms/forms-tables.ts';
import { mails } from '#server/api/mail/mail-tables.ts';
import { centsToRefundSql, isOrderToPackSql } from '#server/api/orders/order-reading-repository.ts';
import { createRefundSumSubquery } from '#server/api/orders/order-refunds-repository.ts';
import { orderRefunds } from '#server/api/orders/order-refunds-tables.ts';
import { orders } from '#server/api/orders/orders-tables.ts';
import { reviews } from '#server/api/reviews/reviews-tables.ts';
import { visitCounts } from '#server/api/site/visits-tables.ts';
import { withdrawals } from '#server/api/withdrawals/withdrawals-tables.ts';

/** Maximum number of items in each excerpt of the panel's first screen. */
const maxItems = 10;

/** Reads the oldest `maxItems` orders to pack, and counts the orders that wait for staff or for their customer. */
export async function readOldestOrdersToPackWithCounts(tx: SiteTx) {
  const { id, number, state, deliveryType, bottles, createdAt, billingAddress } = orders;
  const items = await tx
    .select({ id, number, state, deliveryType, bottles, createdAt, billingAddress })
    .from(orders)
    .where(isOrderToPackSql)
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(maxItems);
  const [counts] = await tx
    .select({
      toPack: sql<number>`count(*) filter (where ${isOrderToPackSql})::integer`,
      unpaid: sql<number>`count(*) filter (where ${orders.state} = 'PENDING' and not ${isOrderToPackSql})::integer`,
      ready: sql<number>`count(*) filter (where ${orders.state} = 'READY')::integer`,
    })
    .from(orders)
    .where(inArray(orders.state, ['PENDING', 'PAID', 'PREPARING', 'READY']));
  return { items, ...(counts ?? { toPack: 0, unpaid: 0, ready: 0 }) };
}

/** Counts the orders for which the estate has money to pay back, and adds up the amounts in cents. */
export async function sumRefundsToPay(tx: SiteTx): Promise<{ count: number; cents: number }> {
  const candidates = or(
    eq(orders.state, 'CANCELLED'),
    inArray(
      orders.id,
      tx
        .select({ id: orderRefunds.orderId })
        .from(orderRefunds)
        .where(and(eq(orderRefunds.method, 'ESTATE'), isNull(orderRefunds.paidAt))),
    ),
  );
  // A selection of drizzle would write the columns without their tables, and the subqueries would compare their own.
  const { rows } = await tx.execute<{ count: number; cents: number }>(sql`
    select count(*)::integer as count, coalesce(sum(cents), 0)::float8 as cents
    from (select ${centsToRefundSql} as cents from ${orders} where ${candidates}) due
    where cents > 0`);
  return rows[0] ?? { count: 0, cents: 0 };
}

/**
 * Reads the variants that are sold out or have a managed stock below `stockThreshold`, the lowest stock first, at most
 * 10 of them (`maxItems`), and the total number of such variants.
 */
export async function readLowestStockVariantsWithCount(tx: SiteTx, stockThreshold: number) {
  const rows = await tx
    .select({
      idProduct: products.id,
      id: variants.id,
      name: products.name,
      year: variants.year,
      reference: variants.reference,
      quantity: stock.quantity,
      count: sql<number>`count(*) over ()::integer`,
    })
    .from(stock)
    .innerJoin(variants, and(eq(variants.siteId, stock.siteId), eq(variants.id, stock.variantId)))
    .innerJoin(products, and(eq(products.siteId, variants.siteId), eq(products.id, variants.productId)))
    .where(
      and(
        lt(stock.quantity, Math.max(1, stockThreshold)),
        eq(variants.isStockManaged, true),
        eq(variants.isArchived, false),
        isVisibleProductSql,
      ),
    )
    .orderBy(asc(stock.quantity), asc(variants.id))
    .limit(maxItems);
  return { count: rows[0]?.count ?? 0, rows };
}

/** Counts the reviews to moderate, and the form submissions and withdrawals that are not handled. */
export async function countUnhandledItems(tx: SiteTx) {
  return {
    pendingReviews: await tx.$count(reviews, eq(reviews.state, 'PENDING')),
    openMessages: await tx.$count(formSubmissions, isNull(formSubmissions.handledAt)),
    openWithdrawals: await tx.$count(withdrawals, isNull(withdrawals.handledAt)),
  };
}

interface Period {
  from: Date;
  until: Date;
}

/**
 * Counts and sums the orders of each day of several periods. The days are those of `timeZone`, the sums are in cents
 * and less refunds. Cancelled and returned orders do not count.
 */
export function sumSalesByDay(tx: SiteTx, periods: readonly Period[], timeZone: string) {
  const refunds = createRefundSumSubquery(tx);
  return tx
    .select({
      day: sql<string>`to_char(${orders.createdAt} at time zone ${timeZone}, 'YYYY-MM-DD')`.as('day'),
      orders: count(),
      total: sql<number>`sum(${orders.total} - coalesce(${refunds.refunded}, 0))::float8`,
    })
    .from(orders)
    .leftJoin(refunds, eq(refunds.orderId, orders.id))
    .where(
      and(
        notInArray(orders.state, ['CANCELLED', 'RETURNED']),
        or(...periods.map(({ from, until }) => and(gte(orders.createdAt, from), lt(orders.createdAt, until)))),
      ),
    )
    .groupBy(sql`day`);
}

/** Sums the visits of all sources for each day in the site's time zone, from the day `from` on. */
export const sumVisitsByDay = (tx: SiteTx, from: string) =>
  tx
    .select({ day: visitCounts.day, visits: sql<number>`sum(${visitCounts.count})::integer` })
    .from(visitCounts)
    .where(gte(visitCounts.day, from))
    .groupBy(visitCounts.day);

/** Reads the newest mails whose delivery has failed or is uncertain, and the total number of such mails. */
export async function readMailProblemsWithCount(tx: SiteTx) {
  const rows = await tx
    .select({
      id: mails.id,
      kind: mails.kind,
      to: mails.recipient,
      subject: mails.subject,
      idOrder: mails.orderId,
      lastError: mails.lastError,
      isUncertain: sql<boolean>`${mails.state} = 'UNCERTAIN'`,
      createdAt: mails.createdAt,
      isUnrendered: sql<boolean>`${mails.draft} is not null`,
      canRetry: sql<boolean>`${mails.html} <> '' or ${mails.draft} is not null`,
      count: sql<number>`count(*) over ()::integer`,
    })
    .from(mails)
    .where(inArray(mails.state, ['FAILED', 'UNCERTAIN']))
    .orderBy(desc(mails.id))
    .limit(maxItems);
  return { count: rows[0]?.count ?? 0, rows };
}
