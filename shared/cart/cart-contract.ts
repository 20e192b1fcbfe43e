import { z } from 'zod';
import { eurosField, idField, quantityField } from '#shared/contract-fields.ts';
import { defineContract } from '#shared/endpoint.ts';
import { maxCartLines } from '#shared/limits.ts';

/** The lines of a cart in a request. Each `id` is the id of a variant. */
export const CartLinesInput = z
  .array(z.strictObject({ id: idField, quantity: quantityField }))
  .min(1)
  .max(maxCartLines);

/** HTTP status by refusal code, for the refusals that checking a cart and placing an order have in common. */
export const cartRefusalStatuses = {
  unknown_products: 422,
  quantity_step: 422,
  stock: 409,
} as const;

export const cartContract = defineContract({
  'POST /order/validate': {
    summary: 'Checks a cart against the current prices and stock. The errors of a line are named `products.<index>`',
    body: z.strictObject({ products: CartLinesInput }),
    data: z.object({
      products: z.array(z.object({ id: z.int(), quantity: z.int(), price: eurosField, total: eurosField })),
      bottles: z.int(),
      subtotal: eurosField,
    }),
    refusals: cartRefusalStatuses,
  },
});
