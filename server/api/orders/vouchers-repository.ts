import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { comparisonSql, textFilterSql } from '#server/api/database/filter-sql.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { ListFilter, ListQuery } from '#shared/list-query.ts';
import { normaliseVoucherCode } from '#shared/orders/voucher.ts';
import { orders, vouchers } from './orders-tables.ts';

export type VoucherRow = typeof vouchers.$inferSelect;

/** Reads the vouchers of orders in the order in which they were issued. */
export const readVouchersOfOrders = (tx: SiteTx, orderIds: readonly number[]): Promise<VoucherRow[]> =>
  tx
    .select()
    .from(vouchers)
    .where(inArray(vouchers.orderId, [...orderIds]))
    .orderBy(asc(vouchers.id));

/** Invalidates the vouchers of an order that have not been redeemed. */
export async function cancelVouchersOfOrder(tx: SiteTx, orderId: number): Promise<void> {
  await tx
    .update(vouchers)
    .set({ cancelledAt: new Date() })
    .where(and(eq(vouchers.orderId, orderId), isNull(vouchers.redeemedAt), isNull(vouchers.cancelledAt)));
}

/**
 * Locks the vouchers of an order until the transaction ends. A simultaneous redemption is either committed before, or
 * waits and is refused if the transaction cancels the voucher.
 */
export const lockVouchersOfOrder = (tx: SiteTx, orderId: number): Promise<VoucherRow[]> =>
  tx.select().from(vouchers).where(eq(vouchers.orderId, orderId)).orderBy(asc(vouchers.id)).for('update');

/** Locks a voucher until the transaction ends. Returns null for an unknown code. */
export async function lockVoucher(tx: SiteTx, code: string): Promise<VoucherRow | null> {
  const [row] = await tx.select().from(vouchers).where(eq(vouchers.code, code)).for('update');
  return row ?? null;
}

const filterSql: Record<string, (filter: ListFilter) => SQL> = {
  code: ({ operator, value }) => textFilterSql(sql`${vouchers.code}`, operator, normaliseVoucherCode(String(value))),
  order: ({ operator, value }) => textFilterSql(sql`${orders.number}`, operator, String(value)),
  issuedAt: ({ operator, value }) => comparisonSql(sql`${vouchers.issuedAt}`, operator, value as Date),
};

export async function findVoucherPage(tx: SiteTx, { filters, orderBy, page, nbItem }: ListQuery) {
  const where = and(
    ...filters.map((filter) => {
      const toSql = filterSql[filter.field];
      if (!toSql) throw new Error(`vouchers have no filter "${filter.field}"`);
      return toSql(filter);
    }),
  );
  const column = orderBy?.field === 'expiresOn' ? vouchers.expiresOn : vouchers.issuedAt;
  const direction = orderBy && !orderBy.isDescending ? asc : desc;
  const matching = () =>
    tx
      .select({ voucher: vouchers, number: orders.number, total: sql<number>`count(*) over ()`.mapWith(Number) })
      .from(vouchers)
      .innerJoin(orders, eq(orders.id, vouchers.orderId))
      .where(where);
  const rows = await matching()
    .orderBy(direction(column), direction(vouchers.id))
    .limit(nbItem)
    .offset((page - 1) * nbItem);
  return { rows, total: rows[0]?.total ?? (page === 1 ? 0 : (await matching()).length) };
}
