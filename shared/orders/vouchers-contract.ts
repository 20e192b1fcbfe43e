import { z } from 'zod';
import { eurosField } from '#shared/contract-fields.ts';
import { defineContract } from '#shared/endpoint.ts';
import { createListQuerySchema } from '#shared/list-query.ts';
import { normaliseVoucherCode, voucherStates } from './voucher.ts';

export const PurchasedVoucher = z.object({
  /** The code in groups, such as `K7QF-2M9X-ARTZ`. */
  code: z.string(),
  /** Name of the product in the language of the order. */
  name: z.string(),
  state: z.enum(voucherStates),
  /** Last day of validity as `YYYY-MM-DD`. */
  expiresOn: z.string(),
  /** The price of the voucher in the order, before its discount code. */
  value: eurosField,
});
export type PurchasedVoucher = z.infer<typeof PurchasedVoucher>;

const StaffVoucherView = PurchasedVoucher.extend({
  order: z.object({ id: z.int(), number: z.string() }),
  issuedAt: z.string(),
  redeemedAt: z.string().nullable(),
});
export type StaffVoucherView = z.infer<typeof StaffVoucherView>;

const VoucherCode = z
  .string()
  .max(40)
  .transform(normaliseVoucherCode)
  .pipe(z.string().regex(/^[0-9A-Z]{12}$/));

export const vouchersContract = defineContract({
  'GET /admin/voucher': {
    summary: 'The vouchers that the estate has sold, the newest first',
    access: 'staff',
    query: createListQuerySchema({
      fields: { code: 'text', order: 'text', issuedAt: 'date' },
      orders: ['issuedAt', 'expiresOn'],
    }),
    data: z.object({ vouchers: z.array(StaffVoucherView), total: z.int() }),
  },
  'POST /admin/voucher/redeem': {
    summary: 'Redeems a voucher. It can be redeemed once; spaces, hyphens and letter case of the code are ignored',
    access: 'staff',
    body: z.strictObject({ code: VoucherCode }),
    data: z.object({ voucher: StaffVoucherView }),
    refusals: { not_found: 404, voucher_redeemed: 409, voucher_cancelled: 409, voucher_expired: 409 },
  },
});
