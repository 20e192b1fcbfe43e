import { z } from 'zod';
import { maxStock } from '#shared/catalogue/stock-movement.ts';
import { defineContract, idempotencyRefusals } from '#shared/endpoint.ts';
import { Euros, Id } from '#shared/input-fields.ts';
import { maxId } from '#shared/limits.ts';

export const maxPriceListRows = 500;

const StockQuantity = z.int().min(0).max(maxStock);

const PriceListRowChange = z.strictObject({
  idProduct: Id,
  idVariant: Id,
  /** The new price before discounts and the price that the screen showed; absent if the price stays unchanged. */
  price: z.strictObject({ shown: Euros, next: Euros }).optional(),
  /**
   * The new stock, the stock that the screen showed, and the latest movement that the shown stock includes; absent if
   * the stock stays unchanged. Only the difference is applied, so that orders placed in the meantime keep their
   * bottles.
   */
  stock: z
    .strictObject({ shown: StockQuantity, next: StockQuantity, lastMovement: z.int().min(0).max(maxId) })
    .optional(),
});
export type PriceListRowChange = z.infer<typeof PriceListRowChange>;

/** The stored values that another user has changed since they were shown, in `data.present.rows` of a refused save. */
export interface PriceListRowConflict {
  idVariant: number;
  price?: number;
  stock?: { quantity: number; lastMovement: number };
}

export const priceListContract = defineContract({
  'PUT /admin/product/prices': {
    summary:
      'Changes prices and stock of many variants, all or none. Errors name the row and the field. If another user has changed a price or a stock since it was shown, `data.present.rows` has the stored values of those rows',
    access: 'staff',
    isIdempotent: true,
    body: z.strictObject({ rows: z.array(PriceListRowChange).min(1).max(maxPriceListRows) }),
    data: z.object({ products: z.array(z.object({ id: z.int(), revision: z.int() })) }),
    refusals: { invalid_rows: 422, stale_rows: 409, ...idempotencyRefusals },
  },
});
