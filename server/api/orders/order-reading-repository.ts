import { and, asc, count, desc, eq, gt, gte, inArray, isNotNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import { users } from '#server/api/accounts/accounts-tables.ts';
import {
  comparisonSql,
  foldedTextContainsWordsSql,
  foldedTextSql,
  inListSql,
  textFilterSql,
  toContainsLikePattern,
} from '#server/api/database/filter-sql.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { ListFilter, ListQuery } from '#shared/list-query.ts';
import { eurosToFractionalCents } from '#shared/money.ts';
import { normaliseOrderNumber } from '#shared/orders/order-number.ts';
import { paymentMethodRecords, paymentMethods } from '#shared/payments/payment-method.ts';
import { orderLines, orderRefunds, orderStateChanges, orders } from './orders-tables.ts';

export type OrderRow = typeof orders.$inferSelect;
export type OrderLineRow = typeof orderLines.$inferSelect;

const methodsPaidAtCollection = paymentMethods.filter((method) => paymentMethodRecords[method].isPaidAtCollection);

/** SQL condition for orders to pack: paid, in preparation, or to be paid when they are collected. */
export const isOrderToPackSql = sql<boolean>`(${orders.state} in ('PAID', 'PREPARING')
  or (${orders.state} = 'PENDING' and ${inArray(orders.paymentMethod, methodsPaidAtCollection)}))`;

/**
 * SQL expression for the cents that the estate still has to pay back for an order: the rest of a cancelled order that
 * was paid without a provider, and the refunds that are not recorded as paid.
 */
export const centsToRefundSql = sql<number>`(
  (case when ${orders.state} = 'CANCELLED' and ${orders.paymentReference} is null and exists (
      select from ${orderStateChanges}
      where ${orderStateChanges.siteId} = ${orders.siteId} and ${orderStateChanges.orderId} = ${orders.id}
        and ${orderStateChanges.state} in ('PAID', 'COMPLETED'))
    then ${orders.total} - coalesce((select sum(${orderRefunds.amount}) from ${orderRefunds}
      where ${orderRefunds.siteId} = ${orders.siteId} and ${orderRefunds.orderId} = ${orders.id}), 0)
    else 0 end)
  + coalesce((select sum(${orderRefunds.amount}) from ${orderRefunds}
    where ${orderRefunds.siteId} = ${orders.siteId} and ${orderRefunds.orderId} = ${orders.id}
      and ${orderRefunds.method} = 'ESTATE' and ${orderRefunds.paidAt} is null), 0))`;

const isOrderToRefundSql = sql<boolean>`(${centsToRefundSql} > 0)`;

const searchedText = sql`concat_ws(' ', ${orders.number}, ${orders.email},
  ${orders.billingAddress} ->> 'firstname', ${orders.billingAddress} ->> 'lastname',
  ${orders.deliveryAddress} ->> 'firstname', ${orders.deliveryAddress} ->> 'lastname',
  (select string_agg(concat_ws(' ', ${orderLines.name}, ${orderLines.year}, ${orderLines.reference}), ' ')
    from ${orderLines}
    where ${orderLines.siteId} = ${orders.siteId} and ${orderLines.orderId} = ${orders.id}))`;

const minPhoneDigits = 6;

/**
 * SQL condition for a search by telephone number in any spelling: the digits without country code and leading zero.
 * Null for a search that is no telephone number.
 */
function phoneSql(search: string): SQL | null {
  const text = search.normalize('NFKC');
  const digits = text.replace(/\D/g, '');
  if (digits.length < minPhoneDigits || /\p{L}/u.test(text)) return null;
  const national = digits.replace(/^(?:00)?33(?=0?\d{9}$)/, '').replace(/^0+/, '');
  return sql`regexp_replace(${orders.phone}, '[^0-9]', '', 'g') like ${toContainsLikePattern(national)}`;
}

function searchSql({ operator, value }: ListFilter): SQL {
  const search = String(value);
  if (operator !== 'lk:') return textFilterSql(searchedText, operator, search);
  const words = foldedTextContainsWordsSql(foldedTextSql(searchedText), search);
  const phone = phoneSql(search);
  return phone ? sql`(${words} or ${phone})` : words;
}

const filterSql: Record<string, (filter: ListFilter) => SQL> = {
  search: searchSql,
  payment: ({ operator, value }) => inListSql(sql`${orders.paymentMethod}`, operator, value as string[]),
  channel: ({ operator, value }) => inListSql(sql`${orders.channel}`, operator, value as string[]),
  idCarrier: ({ operator, value }) =>
    inListSql(sql`coalesce(${orders.carrier} ->> 'id', '')`, operator, (value as number[]).map(String)),
  isToPack: ({ value }) => (value === true ? isOrderToPackSql : sql`not ${isOrderToPackSql}`),
  isToRefund: ({ value }) => (value === true ? isOrderToRefundSql : sql`not ${isOrderToRefundSql}`),
  status: ({ operator, value }) => inListSql(sql`${orders.state}`, operator, value as string[]),
  deliveryType: ({ operator, value }) => inListSql(sql`${orders.deliveryType}`, operator, value as string[]),
  number: ({ operator, value }) => textFilterSql(sql`${orders.number}`, operator, String(value)),
  email: ({ operator, value }) => textFilterSql(sql`${orders.email}`, operator, String(value)),
  createdAt: ({ operator, value }) => comparisonSql(sql`${orders.createdAt}`, operator, value as Date),
  total: ({ operator, value }) =>
    comparisonSql(sql`${orders.total}`, operator, eurosToFractionalCents(value as number)),
};

/**
 * SQL expressions that sort orders by number. Numbers are `<year>-<count>`, and the count may have more digits than its
 * zero padding.
 */
const byNumber = [
  sql`split_part(${orders.number}, '-', 1)`,
  sql`length(${orders.number})`,
  sql`${orders.number}`,
] as const;

const sortExpressions: Record<string, readonly SQL[]> = {
  createdAt: [sql`${orders.createdAt}`],
  total: [sql`${orders.total}`],
  number: byNumber,
};

const toConditions = (filters: readonly ListFilter[]): SQL[] =>
  filters.map((filter) => {
    const toSql = filterSql[filter.field];
    if (!toSql) throw new Error(`orders have no filter "${filter.field}"`);
    return toSql(filter);
  });

export const countOrders = (tx: SiteTx, filters: readonly ListFilter[]): Promise<number> =>
  tx.$count(orders, and(...toConditions(filters)));

/** Reads up to `limit` orders whose ids are greater than `afterId`, by ascending id. */
export const readOrdersAfterId = (
  tx: SiteTx,
  filters: readonly ListFilter[],
  afterId: number,
  limit: number,
): Promise<OrderRow[]> =>
  tx
    .select()
    .from(orders)
    .where(and(gt(orders.id, afterId), ...toConditions(filters)))
    .orderBy(asc(orders.id))
    .limit(limit);

/** Reads the orders with these ids, by ascending id. Unknown ids are left out. */
export const readOrdersById = (tx: SiteTx, ids: readonly number[]): Promise<OrderRow[]> =>
  tx
    .select()
    .from(orders)
    .where(inArray(orders.id, [...ids]))
    .orderBy(asc(orders.id));

/**
 * Finds the orders on one page of a list (by default the newest first) and the total number of matches.
 * @param userId Limits the list to the orders of one customer.
 */
export async function findOrderPage(tx: SiteTx, { filters, orderBy, page, nbItem }: ListQuery, userId?: number) {
  const where = and(userId === undefined ? undefined : eq(orders.userId, userId), ...toConditions(filters));
  const { field, isDescending } = orderBy ?? { field: 'createdAt', isDescending: true };
  const expressions = sortExpressions[field];
  if (!expressions) throw new Error(`orders cannot be sorted by "${field}"`);
  const total = await tx.$count(orders, where);
  const rows = await tx
    .select()
    .from(orders)
    .where(where)
    .orderBy(
      ...expressions.map((expression) => (isDescending ? sql`${expression} desc` : sql`${expression} asc`)),
      isDescending ? desc(orders.id) : asc(orders.id),
    )
    .limit(nbItem)
    .offset((page - 1) * nbItem);
  return { rows, total };
}

/** @param userId Limits the search to the orders of one customer. */
export async function readOrder(tx: SiteTx, id: number, userId?: number): Promise<OrderRow | null> {
  const [row] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), userId === undefined ? undefined : eq(orders.userId, userId)));
  return row ?? null;
}

export const readCustomerOrders = (tx: SiteTx, userId: number): Promise<OrderRow[]> =>
  tx.select().from(orders).where(eq(orders.userId, userId)).orderBy(desc(orders.createdAt), desc(orders.id));

/** Finds an order by its number, as a customer typed it, and the customer's email address. Letter case is ignored. */
export async function findGuestOrder(tx: SiteTx, number: string, email: string): Promise<OrderRow | null> {
  const [row] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.number, normaliseOrderNumber(number)), eq(orders.emailKey, email.toLowerCase())));
  return row ?? null;
}

export const readLinesOfOrders = (tx: SiteTx, orderIds: readonly number[]): Promise<OrderLineRow[]> =>
  tx
    .select()
    .from(orderLines)
    .where(inArray(orderLines.orderId, [...orderIds]))
    .orderBy(asc(orderLines.orderId), asc(orderLines.position));

/** Reads the state changes of orders with the email addresses of the staff members who made them, the oldest first. */
export const readStateChangesOfOrders = (tx: SiteTx, orderIds: readonly number[]) =>
  tx
    .select({
      orderId: orderStateChanges.orderId,
      state: orderStateChanges.state,
      changedAt: orderStateChanges.changedAt,
      actor: orderStateChanges.actor,
      reason: orderStateChanges.reason,
      staff: users.email,
    })
    .from(orderStateChanges)
    .leftJoin(users, and(eq(users.siteId, orderStateChanges.siteId), eq(users.id, orderStateChanges.staffUserId)))
    .where(inArray(orderStateChanges.orderId, [...orderIds]))
    .orderBy(asc(orderStateChanges.id));

/**
 * Counts the orders of each collection slot from `from` until before `until` (`YYYY-MM-DD`). Cancelled orders are
 * excluded.
 */
export const countCollectionsPerSlot = (tx: SiteTx, scheduleIds: readonly number[], from: string, until: string) =>
  tx
    .select({ idSchedule: orders.collectionScheduleId, date: orders.collectionDate, taken: count() })
    .from(orders)
    .where(
      and(
        inArray(orders.collectionScheduleId, [...scheduleIds]),
        isNotNull(orders.collectionDate),
        gte(orders.collectionDate, from),
        lt(orders.collectionDate, until),
        ne(orders.state, 'CANCELLED'),
      ),
    )
    .groupBy(orders.collectionScheduleId, orders.collectionDate);
