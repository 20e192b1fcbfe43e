import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readParameter } from '#server/api/site/site.ts';
import type { TodayOverview } from '#shared/admin/today-overview-and-mail-retry-contract.ts';
import type { Localized } from '#shared/localized.ts';
import { centsToEuros } from '#shared/money.ts';
import { addDays, localTimeToEpochMs, toLocalDay } from '#shared/places/local-time.ts';
import {
  countUnhandledItems,
  readLowestStockVariantsWithCount,
  readMailProblemsWithCount,
  readOldestOrdersToPackWithCounts,
  sumRefundsToPay,
  sumSalesByDay,
  sumVisitsByDay,
} from './today-repository.ts';

const periodDays = 30;

interface TodayContext {
  now: number;
  timeZone: string;
  pickLanguage: (text: Localized) => string;
}

/** Reads the pending tasks of staff, and the sales and visits of the last 30 days, including today. */
export async function readTodayOverview(
  tx: SiteTx,
  { now, timeZone, pickLanguage }: TodayContext,
): Promise<TodayOverview> {
  const toPack = await readOldestOrdersToPackWithCounts(tx);
  const isStockManaged = (await readParameter(tx, 'USE_STOCK_MANAGEMENT')) === true;
  const limit = (await readParameter(tx, 'STOCK_LIMIT_DISPLAY')) ?? 0;
  const low = isStockManaged ? await readLowestStockVariantsWithCount(tx, limit) : { count: 0, rows: [] };
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
