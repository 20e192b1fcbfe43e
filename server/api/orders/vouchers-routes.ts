import type { FastifyInstance } from 'fastify';
import { createContractRouter } from '#server/api/contract/contract-route.ts';
import { vouchersContract } from '#shared/orders/vouchers-contract.ts';
import { ok } from '#shared/outcome.ts';
import { toLocalDay } from '#shared/places/local-time.ts';
import type { OrdersDependencies } from './orders-dependencies.ts';
import { redeemVoucher, toStaffVoucher } from './redeem-voucher.ts';
import { findVoucherPage } from './vouchers-repository.ts';

/** Registers the calls of staff about vouchers. */
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
