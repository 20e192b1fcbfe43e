import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { recordStaffChange } from '#server/api/audit/record-staff-change.ts';
import { createContractRouter } from '#server/api/contract/contract-route.ts';
import { comparisonSql, textFilterSql } from '#server/api/database/filter-sql.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readOrder, type VoucherRow } from '#server/api/orders/order-repository.ts';
import type { OrdersDependencies } from '#server/api/orders/orders-dependencies.ts';
import { orders, vouchers } from '#server/api/orders/orders-tables.ts';
import type { ListFilter, ListQuery } from '#shared/list-query.ts';
import { centsToEuros } from '#shared/money.ts';
import { formatVoucherCode, getVoucherState, normaliseVoucherCode } from '#shared/orders/voucher.ts';
import { type StaffVoucherView, vouchersContract } from '#shared/orders/vouchers-contract.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { toLocalDay } from '#shared/places/local-time.ts';

/** Locks a voucher until the transaction ends. Returns null for an unknown code. */
async function lockVoucher(tx: SiteTx, code: string): Promise<VoucherRow | null> {
  const [row] = await tx.select().from(vouchers).where(eq(vouchers.code, code)).for('update');
  return row ?? null;
}

const filterSql: Record<string, (filter: ListFilter) => SQL> = {
  code: ({ operator, value }) => textFilterSql(sql`${vouchers.code}`, operator, normaliseVoucherCode(String(value))),
  order: ({ operator, value }) => textFilterSql(sql`${orders.number}`, operator, String(value)),
  issuedAt: ({ operator, value }) => comparisonSql(sql`${vouchers.issuedAt}`, operator, value as Date),
};

async function findVoucherPage(tx: SiteTx, { filters, orderBy, page, nbItem }: ListQuery) {
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

/** @param today The current day at the estate as `YYYY-MM-DD`. */
const toStaffVoucher = (row: VoucherRow, number: string, today: string): StaffVoucherView => ({
  code: formatVoucherCode(row.code),
  name: row.name,
  state: getVoucherState(row, today),
  expiresOn: row.expiresOn,
  value: centsToEuros(row.value),
  order: { id: row.orderId, number },
  issuedAt: row.issuedAt.toISOString(),
  redeemedAt: row.redeemedAt?.toISOString() ?? null,
});

const refusals = {
  REDEEMED: 'voucher_redeemed',
  CANCELLED: 'voucher_cancelled',
  EXPIRED: 'voucher_expired',
} as const;

/** Redeems a voucher. Its row is locked first, so that of two simultaneous calls only one succeeds. */
async function redeemVoucher(
  tx: SiteTx,
  { code, staffUserId, today }: { code: string; staffUserId: number; today: string },
): Promise<Outcome<StaffVoucherView, 'not_found' | (typeof refusals)[keyof typeof refusals]>> {
  const voucher = await lockVoucher(tx, code);
  const order = voucher && (await readOrder(tx, voucher.orderId));
  if (!voucher || !order) return refuse('not_found');
  const state = getVoucherState(voucher, today);
  if (state !== 'VALID') return refuse(refusals[state]);
  const redemption = { redeemedAt: new Date(), staffUserId };
  await tx.update(vouchers).set(redemption).where(eq(vouchers.id, voucher.id));
  await recordStaffChange(tx, {
    userId: staffUserId,
    resource: 'voucher',
    key: voucher.id,
    action: 'UPDATE',
    before: { state, order: order.number },
    after: { state: 'REDEEMED', order: order.number },
  });
  return ok(toStaffVoucher({ ...voucher, ...redemption }, order.number, today));
}

export function vouchersRoutes(app: FastifyInstance, dependencies: OrdersDependencies): void {
  const route = createContractRouter(app, 'vouchers', vouchersContract, dependencies);

  route('GET /admin/voucher', ({ query, site, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const { rows, total } = await findVoucherPage(tx, query);
      const today = toLocalDay(Date.now(), site.timeZone);
      return { vouchers: rows.map(({ voucher, number }) => toStaffVoucher(voucher, number, today)), total };
    }),
  );
  route('POST /admin/voucher/redeem', ({ body, user, site, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const today = toLocalDay(Date.now(), site.timeZone);
      const redeemed = await redeemVoucher(tx, { code: body.code, staffUserId: user.id, today });
      return redeemed.ok ? ok({ voucher: redeemed.value }) : redeemed;
    }),
  );
}
