import { z } from 'zod';
import { maxStock } from '#shared/catalogue/stock-movement.ts';
import { defineContract } from '#shared/endpoint.ts';
import { Euros, Id } from '#shared/input-fields.ts';

/** Maximum number of variants that one call changes. */
export const maxPriceListRows = 500;

const StockQuantity = z.int().min(0).max(maxStock);

/** The new price and stock of one variant. */
export const PriceListRow = z.strictObject({
  idProduct: Id,
  idVariant: Id,
  /** The revision of the product that the price is based on. */
  revision: z.int().min(0),
  /** The new price before discounts; absent if it stays. */
  price: Euros.optional(),
  /**
   * The new stock and the stock that the screen showed; absent if it stays. The difference is applied, so that orders
   * placed in the meantime keep their bottles.
   */
  stock: z.strictObject({ shown: StockQuantity, next: StockQuantity }).optional(),
});
export type PriceListRow = z.infer<typeof PriceListRow>;

export const priceListContract = defineContract({
  'PUT /admin/product/prices': {
    summary: 'Changes prices and stock of many variants, all or none. Errors name the row and the field',
    access: 'staff',
    body: z.strictObject({ rows: z.array(PriceListRow).min(1).max(maxPriceListRows) }),
    data: z.object({ products: z.array(z.object({ id: z.int(), revision: z.int() })) }),
    refusals: { invalid_rows: 422 },
  },
});
