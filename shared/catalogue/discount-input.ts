import { z } from 'zod';
import { DiscountAmount, Id } from '../input-fields.ts';

/** A reduction of a product or a variant. `amount` is in euros for type EURO, otherwise in percent. */
export const DiscountInput = z.strictObject({
  id: Id,
  type: z.enum(['EURO', 'PERCENTAGE']),
  amount: DiscountAmount,
  detailType: z.enum(['PRODUCT', 'SHIPPING_FEES']).default('PRODUCT'),
});
