import { z } from 'zod';
import { capacityUnits } from '#shared/catalogue/product-enums.ts';
import { maxStock, stockMovementKinds } from '#shared/catalogue/stock-movement.ts';
import { createTextSchema } from '#shared/contract-fields.ts';
import { defineContract, idempotencyRefusals } from '#shared/endpoint.ts';
import { Id } from '#shared/input-fields.ts';
import { createListQuerySchema } from '#shared/list-query.ts';

/** Maximum length in characters of the reason for a stock movement. */
export const maxStockReasonLength = 200;

/**
 * The stock of one variant. A box has no separate stock, because the stock of a box follows from that of its contents.
 */
const VariantStock = z.object({
  id: z.int(),
  idProduct: z.int(),
  name: z.string(),
  reference: z.string(),
  year: z.int().nullable(),
  capacity: z.number().nullable(),
  capacityUnit: z.enum(capacityUnits).nullable(),
  /** The bottles that can be sold; null for a variant that is always available. */
  quantity: z.int().nullable(),
  /** The bottles of open orders, which are still in the cellar and not part of `quantity`. */
  reserved: z.int(),
  /** True if `quantity` is 0 or below the parameter STOCK_LIMIT_DISPLAY. */
  isLow: z.boolean(),
});
export type VariantStock = z.infer<typeof VariantStock>;

const StockMovement = z.object({
  id: z.int(),
  idVariant: z.int(),
  /** Time of the movement in ISO 8601, in UTC. */
  at: z.string(),
  kind: z.enum(stockMovementKinds),
  before: z.int(),
  after: z.int(),
  reason: z.string(),
  /** The email address of the member of staff; null after a movement on the command line or a deleted account. */
  email: z.string().nullable(),
});

export const stockContract = defineContract({
  'GET /admin/stock': {
    summary: 'The stock of all variants, the lowest first',
    access: 'staff',
    query: createListQuerySchema({ fields: { search: 'text', product: 'number' }, orders: ['quantity', 'name'] }),
    data: z.object({ variants: z.array(VariantStock), total: z.int() }),
  },
  'GET /admin/stock-movement': {
    summary: 'The stock changes that the estate has made, the newest first',
    access: 'staff',
    query: createListQuerySchema({ fields: { variant: 'number', at: 'date' }, orders: ['at'] }),
    data: z.object({ movements: z.array(StockMovement), total: z.int() }),
  },
  'POST /admin/stock-movement': {
    summary:
      'Changes the stock of a variant and records the reason. If the stock is no longer `before`, `data.present` has the present `quantity` and `reserved`',
    access: 'staff',
    isIdempotent: true,
    body: z
      .strictObject({
        variant: Id,
        kind: z.enum(stockMovementKinds),
        quantity: z.int().min(-maxStock).max(maxStock),
        /**
         * The number of bottles that the screen showed and that the movement replaces: for SET the bottles that can be
         * sold, for COUNT those in the cellar (`quantity` and `reserved`). ADD replaces none.
         */
        before: z.int().min(0).max(maxStock).optional(),
        reason: createTextSchema(maxStockReasonLength).default(''),
      })
      .refine(({ kind, before }) => kind === 'ADD' || before !== undefined, { path: ['before'] }),
    data: z.object({ before: z.int(), after: z.int() }),
    refusals: {
      not_found: 404,
      stock_not_managed: 409,
      stale_stock: 409,
      invalid_quantity: 422,
      ...idempotencyRefusals,
    },
  },
});
