import { z } from 'zod';
import { defineContract, idempotencyRefusals } from '#shared/endpoint.ts';
import { Euros, Id, Instant } from '#shared/input-fields.ts';
import { maxPriceListRows } from './price-list-contract.ts';

const PricePlanRow = z.strictObject({
  idProduct: Id,
  idVariant: Id,
  /** The price before discounts that begins at the planned instant. */
  price: Euros,
  /**
   * The price that applies until the planned instant, as the caller knows it: a percentage of an outdated price would
   * undo another user's change.
   */
  before: Euros,
  /** The price that is already planned for the same instant and that the new price replaces; null if there is none. */
  replaces: Euros.nullable(),
});
export type PricePlanRow = z.infer<typeof PricePlanRow>;

/** The stored prices of a variant whose row was based on outdated prices, in `data.present.rows` of a refused plan. */
export interface PricePlanRowConflict {
  idVariant: number;
  /** The price that applies until the planned instant. */
  before: number;
  /** The price that is planned for the instant; null if there is none. */
  planned: number | null;
}

export const pricePlanContract = defineContract({
  'POST /admin/product/planned-prices': {
    summary:
      'Plans new prices of many variants from one instant on, all or none. A price that is already planned for that instant is replaced if `replaces` names it, and `before` must be the price that applies until then; otherwise `data.present.rows` has both. Errors name the row and the field',
    access: 'staff',
    isIdempotent: true,
    body: z.strictObject({ from: Instant, rows: z.array(PricePlanRow).min(1).max(maxPriceListRows) }),
    data: z.object({ products: z.array(z.object({ id: z.int(), revision: z.int() })) }),
    refusals: {
      invalid_rows: 422,
      planned_in_past: 422,
      planned_too_late: 422,
      stale_plans: 409,
      ...idempotencyRefusals,
    },
  },
});
