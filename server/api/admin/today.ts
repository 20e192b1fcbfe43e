import { and, asc, count, desc, eq, gte, inArray, isNull, lt, notInArray, or, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { recordStaffChange } from '#server/api/audit/record-staff-change.ts';
import { isVisibleProductSql, products, stock, variants } from '#server/api/catalogue/catalogue-tables.ts';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { formSubmissions } from '#server/api/forms/forms-tables.ts';
import { mails } from '#server/api/mail/mail-tables.ts';
import { retryFailedMail } from '#server/api/mail/retry-failed-mail.ts';
import { createRefundSumSubquery } from '#server/api/orders/order-refunds.ts';
import { centsToRefundSql, isOrderToPackSql } from '#server/api/orders/order-repository.ts';
import { orderRefunds, orders } from '#server/api/orders/orders-tables.ts';
import { reviews } from '#server/api/reviews/reviews-tables.ts';
import type { FindMissingMailRecords } from '#server/api/site/find-missing-mail-records.ts';
import { readParameter } from '#server/api/site/site.ts';
import { visitCounts } from '#server/api/site/site-tables.ts';
import { withdrawals } from '#server/api/withdrawals/withdrawals-tables.ts';
import { goLiveTasksContract } from '#shared/admin/go-live-tasks-contract.ts';
import { type TodayOverview, todayContract } from '#shared/admin/today-contract.ts';
import type { Localized } from '#shared/localized.ts';
import { centsToEuros } from '#shared/money.ts';
import { ok } from '#shared/outcome.ts';
import { addDays, localTimeToEpochMs, toLocalDay } from '#shared/places/local-time.ts';
import { listGoLiveTasksWithState } from '#shared/site/go-live.ts';
import { readGoLiveCheckInput, readSalesState } from './go-live.ts';

const periodDays = 30;

interface TodayContext {
  now: number;
  timeZone: string;
  pickLanguage: (text: Localized) => string;
}

/** Maximum number of items in each excerpt of the panel's first screen. */
const maxItems = 10;

/** Reads the oldest `maxItems` orders to pack, and counts the orders that wait for staff or for their customer. */
async function readOrdersToPack(tx: SiteTx) {
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
async function sumRefundsToPay(tx: SiteTx): Promise<{ count: number; cents: number }> {
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
async function readLowStock(tx: SiteTx, stockThreshold: number) {
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
async function countUnhandledItems(tx: SiteTx) {
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
function sumSalesByDay(tx: SiteTx, periods: readonly Period[], timeZone: string) {
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
const sumVisitsByDay = (tx: SiteTx, from: string) =>
  tx
    .select({ day: visitCounts.day, visits: sql<number>`sum(${visitCounts.count})::integer` })
    .from(visitCounts)
    .where(gte(visitCounts.day, from))
    .groupBy(visitCounts.day);

/** Reads the newest mails whose delivery has failed or is uncertain, and the total number of such mails. */
async function readMailProblemsWithCount(tx: SiteTx) {
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

/** Reads the pending tasks of staff, and the sales and visits of the last 30 days, including today. */
async function readTodayOverview(tx: SiteTx, { now, timeZone, pickLanguage }: TodayContext): Promise<TodayOverview> {
  const toPack = await readOrdersToPack(tx);
  const isStockManaged = (await readParameter(tx, 'USE_STOCK_MANAGEMENT')) === true;
  const limit = (await readParameter(tx, 'STOCK_LIMIT_DISPLAY')) ?? 0;
  const low = isStockManaged ? await readLowStock(tx, limit) : { count: 0, rows: [] };
  const refunds = await sumRefundsToPay(tx);
  const failed = await readMailProblemsWithCount(tx);
  return {
    ordersToPack: {
      count: toPack.toPack,
      items: toPack.items.map(({ state, createdAt, billingAddress: { firstname, lastname }, ...order }) => ({
        ...order,
        name: `${firstname} ${lastname}`.trim(),
        status: state,
        createdAt: createdAt.toISOString(),
      })),
    },
    unpaidOrders: toPack.unpaid,
    readyOrders: toPack.ready,
    refundsToPay: { count: refunds.count, total: centsToEuros(refunds.cents) },
    lowStock: {
      count: low.count,
      items: low.rows.map(({ count: _count, name, ...variant }) => ({ ...variant, name: pickLanguage(name) })),
    },
    ...(await countUnhandledItems(tx)),
    sales: await readSales(tx, toLocalDay(now, timeZone), timeZone),
    visits: await readVisits(tx, toLocalDay(now, timeZone)),
    failedMails: {
      count: failed.count,
      items: failed.rows.map(({ count: _count, createdAt, ...mail }) => ({ ...mail, at: createdAt.toISOString() })),
    },
  };
}

/** Lists the last 30 days up to `today`, the oldest first. */
const listDays = (today: string): string[] =>
  Array.from({ length: periodDays }, (_, index) => addDays(today, index - periodDays + 1));

/** Returns the same day of the year before; null for 29 February. */
function toDayOfYearBefore(day: string): string | null {
  const before = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  return addDays(before, 0) === before ? before : null;
}

async function readSales(tx: SiteTx, today: string, timeZone: string): Promise<TodayOverview['sales']> {
  const days = listDays(today);
  const daysBefore = days.map(toDayOfYearBefore);
  const rows = await sumSalesByDay(
    tx,
    [days, daysBefore.filter((day) => day !== null)].map((period) => ({
      from: new Date(localTimeToEpochMs(period[0] ?? today, '00:00', timeZone)),
      until: new Date(localTimeToEpochMs(addDays(period.at(-1) ?? today, 1), '00:00', timeZone)),
    })),
    timeZone,
  );
  const salesOf = new Map(rows.map((row) => [row.day, row]));
  return days.map((day, index) => ({
    day,
    orders: salesOf.get(day)?.orders ?? 0,
    total: centsToEuros(salesOf.get(day)?.total ?? 0),
    totalOfYearBefore: centsToEuros(salesOf.get(daysBefore[index] ?? '')?.total ?? 0),
  }));
}

async function readVisits(tx: SiteTx, today: string): Promise<TodayOverview['visits']> {
  const days = listDays(today);
  const visitsOf = new Map((await sumVisitsByDay(tx, days[0] ?? today)).map(({ day, visits }) => [day, visits]));
  return days.map((day) => ({ day, visits: visitsOf.get(day) ?? 0 }));
}

export function todayRoutes(app: FastifyInstance, dependencies: ContractRouteDependencies): void {
  const route = createContractRouter(app, 'admin', todayContract, dependencies);

  route('GET /admin/today', ({ site, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction((tx) => readTodayOverview(tx, { now: Date.now(), timeZone: site.timeZone, pickLanguage })),
  );
  route('POST /admin/mail/{id}/retry', ({ params, user, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const retried = await retryFailedMail(tx, params.id);
      if (!retried.ok) return retried;
      await recordStaffChange(tx, {
        userId: user.id,
        resource: 'mail',
        key: params.id,
        action: 'UPDATE',
        before: { state: retried.value },
        after: { state: 'QUEUED' },
      });
      return ok({});
    }),
  );
}

interface GoLiveDependencies extends ContractRouteDependencies {
  checkMailDomain: FindMissingMailRecords;
}

export function goLiveTasksRoute(app: FastifyInstance, { checkMailDomain, ...dependencies }: GoLiveDependencies): void {
  const route = createContractRouter(app, 'admin', goLiveTasksContract, dependencies);
  route('GET /admin/go-live', async ({ site, withSiteTransaction }) => {
    const { state, isSelling } = await withSiteTransaction(async (tx) => ({
      state: await readGoLiveCheckInput(tx),
      isSelling: (await readSalesState(tx)).isSelling,
    }));
    // The DNS look-up runs after the transaction, so that a slow name server does not occupy a database connection.
    const mailDomain = await checkMailDomain(site.id, state.texts.COMPANY_EMAIL ?? '');
    return { tasks: listGoLiveTasksWithState({ ...state, mailDomain }), isSelling };
  });
}
