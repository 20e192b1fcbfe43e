import { z } from 'zod';
import { createTextSchema, idField, quantityField } from '../../contract-fields.ts';
import { maxCartLines, maxTextLengths } from '../../limits.ts';

export const HandoverCart = z.strictObject({
  lines: z.array(z.strictObject({ idProduct: idField, id: idField, quantity: quantityField })).max(maxCartLines),
  /** The discount code of the cart; empty without one. */
  code: createTextSchema(maxTextLengths.code),
});
export type HandoverCart = z.infer<typeof HandoverCart>;

export const RedeemHandoverResult = z.object({
  /** The session token; null for a visitor who is not logged in. */
  token: z.string().nullable(),
  cart: HandoverCart,
});
export type RedeemHandoverResult = z.infer<typeof RedeemHandoverResult>;
