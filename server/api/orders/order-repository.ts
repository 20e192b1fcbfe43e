import { and, asc, count, desc, eq, gt, gte, inArray, isNotNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { users } from '#server/api/accounts/accounts-tables.ts';
import type { RequestLedger } from '#server/api/contract/idempotency.ts';
import {
  comparisonSql,
  foldedTextContainsWordsSql,
  foldedTextSql,
  inListSql,
  textFilterSql,
  toContainsLikePattern,
} from '#server/api/database/filter-sql.ts';
import { runSql, type SiteTx } from '#server/api/database/site-transaction.ts';
import { getTableShape, type TableShape, toColumnValues } from '#server/api/database/table-rows.ts';
import { discountCodeUses } from '#server/api/discounts/discounts-tables.ts';
import type { Lang } from '#shared/languages.ts';
import type { ListFilter, ListQuery } from '#shared/list-query.ts';
import { eurosToFractionalCents } from '#shared/money.ts';
import { normaliseOrderNumber } from '#shared/orders/order-number.ts';
import type { OrderActor, OrderState } from '#shared/orders/order-states.ts';
import { paymentMethodRecords, paymentMethods } from '#shared/payments/payment-method.ts';
import { orderLines, orderRefunds, orderStateChanges, orders, termsVersions, vouchers } from './orders-tables.ts';

/** Keys belong to the email address, in lower case, of the customer, or of the staff member who enters the order. */
export const orderRequestLedger: RequestLedger = {
  table: 'order_requests',
  owner: 'email_key',
  hash: 'body_hash',
  result: 'order_id',
  resultType: 'integer',
  callName: null,
  keptDays: 30,
};

/** Checks whether a version of the terms of sale is stored already. */
export async function hasTermsVersion(tx: SiteTx, version: string): Promise<boolean> {
  const { rows } = await runSql(tx, 'select from terms_versions where version = $1', [version]);
  return rows.length > 0;
}

/** Stores a version of the accepted terms of sale, unless it is stored already. */
export async function saveTermsVersion(
  tx: SiteTx,
  terms: { version: string; lang: Lang; html: string },
): Promise<void> {
  await tx.insert(termsVersions).values(terms).onConflictDoNothing();
}

export type NewOrderRow = Omit<
  OrderRow,
  'siteId' | 'id' | 'number' | 'createdAt' | 'emailKey' | keyof typeof initialValues
>;
export type NewOrderLine = Omit<OrderLineRow, 'siteId' | 'orderId' | 'position'>;

/** A new order with everything that is stored together with it. */
interface OrderInsert {
  /** The year at the estate, with which the order's number begins. */
  year: string;
  order: NewOrderRow;
  lines: readonly NewOrderLine[];
  /** The member of staff who enters the order; null if the customer places it. */
  staffUserId: number | null;
  /** The keys under which the order counts as unpaid, and its bottles. */
  unpaid: { keys: readonly string[]; bottles: number };
  discountCode: { codeId: number; emailKey: string | null; usedOn: string } | null;
  tokens: readonly NewOrderToken[];
  /** The owner and the Idempotency-Key for which the order's id is stored. */
  request: { owner: string; key: string } | null;
}

export interface NewOrderToken {
  tokenHash: string;
  days: number;
}

/** The values of columns that an order gets later. */
const initialValues = { paymentReference: null, paymentRemindedAt: null, trackingNumber: null, trackingUrl: null };

const columnsOf = (table: PgTable, omitted: readonly string[]) =>
  [...getTableShape(table).properties.keys()].filter((column) => !omitted.includes(column));
const orderColumns = columnsOf(orders, ['id', 'number', 'email_key', 'created_at']);
const lineColumns = columnsOf(orderLines, ['order_id']);

/**
 * Takes the next number of the site's orders and inserts an order with it. The counter stays locked until the
 * transaction ends, so that the numbers have no gaps. The order's time is read under that lock: `now()` would be the
 * start of the transaction, so that an order with a later number could get an earlier time.
 */
const insertOrderSql = `
  with counted as (
    insert into order_counters (last_number) values (1)
    on conflict (site_id) do update set last_number = order_counters.last_number + 1
    returning last_number
  ), placed as (
    insert into orders (number, created_at, ${orderColumns})
    select $1::text || '-' || lpad(last_number::text, greatest(5, length(last_number::text)), '0'), clock_timestamp(),
           ${orderColumns.map((column) => `o.${column}`)}
      from counted, jsonb_populate_record(null::orders, $2::jsonb) o
    returning id, number, created_at, email_key
  ), lines as (
    insert into order_lines (order_id, ${lineColumns})
    select placed.id, ${lineColumns.map((column) => `l.${column}`)}
      from placed, jsonb_populate_recordset(null::order_lines, $3::jsonb) l
  ), change as (
    insert into order_state_changes (order_id, state, actor, staff_user_id)
    select id, 'PENDING', case when $4::integer is null then 'customer' else 'staff' end, $4::integer from placed
  ), unpaid as (
    insert into unpaid_order_holds (order_id, key, bottles) select id, key, $6::integer from placed, unnest($5::text[]) key
  ), used as (
    insert into code_uses (order_id, code_id, email_key, used_on)
    select placed.id, u.code_id, u.email_key, u.used_on
      from placed, jsonb_populate_recordset(null::code_uses, $7::jsonb) u
  ), tokens as (
    insert into order_tokens (order_id, token_hash, expires_at)
    select id, "tokenHash", now() + make_interval(days => days)
      from placed, jsonb_to_recordset($8::jsonb) t("tokenHash" text, days integer)
  ), request as (
    update order_requests set order_id = placed.id from placed where order_requests.email_key = $9 and key = $10
  )
  select id, number, created_at as "createdAt", email_key as "emailKey" from placed`;

/** Inserts an order with its number and everything that is stored with it, in one statement. */
export async function insertOrder(
  tx: SiteTx,
  { year, order, lines, staffUserId, unpaid, discountCode, tokens, request }: OrderInsert,
): Promise<OrderRow> {
  const row = { ...order, ...initialValues };
  const { rows } = await runSql<Pick<OrderRow, 'id' | 'number' | 'createdAt' | 'emailKey'>>(tx, insertOrderSql, [
    year,
    JSON.stringify(toColumnValues(orderShape, row)),
    JSON.stringify(lines.map((line, position) => toColumnValues(lineShape, { ...line, position }))),
    staffUserId,
    unpaid.keys,
    unpaid.bottles,
    JSON.stringify(discountCode === null ? [] : [toColumnValues(useShape, discountCode)]),
    JSON.stringify(tokens),
    request?.owner ?? null,
    request?.key ?? null,
  ]);
  const [placed] = rows;
  if (!placed) throw new Error('order was not inserted');
  return { siteId: tx.siteId, ...row, ...placed };
}

const [orderShape, lineShape, useShape] = [orders, orderLines, discountCodeUses].map(getTableShape) as [
  TableShape,
  TableShape,
  TableShape,
];

/** Checks whether any order has a line of the product. The contents of boxes do not count. */
export async function hasOrdersOfProduct(tx: SiteTx, productId: number): Promise<boolean> {
  const found = await tx
    .select({ orderId: orderLines.orderId })
    .from(orderLines)
    .where(eq(orderLines.productId, productId))
    .limit(1);
  return found.length > 0;
}

/** Returns the ids of those variants of which orders have lines. The contents of boxes do not count. */
export async function findOrderedVariantIds(tx: SiteTx, variantIds: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectDistinct({ id: orderLines.variantId })
    .from(orderLines)
    .where(inArray(orderLines.variantId, [...variantIds]));
  return rows.map(({ id }) => id);
}

const openStates: readonly OrderState[] = ['PENDING', 'PAID', 'PREPARING', 'READY'];

/** Reads, by variant id, the quantities taken from the stock by all orders whose bottles are still at the estate. */
export async function readReservedStock(tx: SiteTx): Promise<Map<number, number>> {
  const { rows } = await tx.execute<{ variantId: number; quantity: number }>(sql`
    select (taken ->> 'variantId')::integer as "variantId", sum((taken ->> 'quantity')::integer)::integer as quantity
      from orders o
      join order_lines l on l.site_id = o.site_id and l.order_id = o.id
     cross join lateral jsonb_array_elements(l.stock_taken) taken
     where o.state = any(${sql.param([...openStates])})
     group by 1`);
  return new Map(rows.map(({ variantId, quantity }) => [variantId, quantity]));
}

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

/** Locks an order until the transaction ends. Returns null if it does not exist. */
export async function lockOrder(tx: SiteTx, id: number): Promise<OrderRow | null> {
  const [row] = await tx.select().from(orders).where(eq(orders.id, id)).for('update');
  return row ?? null;
}

/** A change of state to make. The table `order_state_changes` records it. */
export interface RequestedStateChange {
  orderId: number;
  state: OrderState;
  actor: OrderActor;
  /** The staff member who changes the state; only if the actor is `staff`. */
  staffUserId?: number | null;
  /** The tracking number of the parcel, which only the state SHIPPED has. */
  trackingNumber?: string | undefined;
  /** The reason for a cancellation, which only the state CANCELLED has. */
  reason?: string | undefined;
  /** True if the customer receives no mail about the new state. */
  isSilent?: boolean;
}

export async function saveOrderStateChange(
  tx: SiteTx,
  { orderId, state, actor, staffUserId = null, reason = '' }: RequestedStateChange,
  tracking: Partial<Pick<OrderRow, 'trackingNumber' | 'trackingUrl'>> = {},
): Promise<void> {
  await tx
    .update(orders)
    .set({ state, ...tracking })
    .where(eq(orders.id, orderId));
  await tx.insert(orderStateChanges).values({ orderId, state, actor, staffUserId, reason });
}

export type VoucherRow = typeof vouchers.$inferSelect;

/** Reads the vouchers of orders in the order in which they were issued. */
export const readVouchersOfOrders = (tx: SiteTx, orderIds: readonly number[]): Promise<VoucherRow[]> =>
  tx
    .select()
    .from(vouchers)
    .where(inArray(vouchers.orderId, [...orderIds]))
    .orderBy(asc(vouchers.id));

/**
 * Locks the vouchers of an order until the transaction ends. A simultaneous redemption is either committed before, or
 * waits and is refused if the transaction cancels the voucher.
 */
export const lockVouchersOfOrder = (tx: SiteTx, orderId: number): Promise<VoucherRow[]> =>
  tx.select().from(vouchers).where(eq(vouchers.orderId, orderId)).orderBy(asc(vouchers.id)).for('update');
