import { z } from 'zod';
import { id, quantity, text } from '../../contract-fields.ts';
import { maxCartLines, maxTextLength } from '../../limits.ts';

/** A cart on its way to another host of the same site. */
export const HandoverCart = z.strictObject({
  lines: z.array(z.strictObject({ idProduct: id, id, quantity })).max(maxCartLines),
  /** Discount code; empty without one. */
  code: text(maxTextLength.code),
});
export type HandoverCart = z.infer<typeof HandoverCart>;

/** The response to the storefront, which redeems a token. */
export const RedeemedHandover = z.object({
  /** Session token; null for a visitor who is not logged in. */
  token: z.string().nullable(),
  cart: HandoverCart,
});
export type RedeemedHandover = z.infer<typeof RedeemedHandover>;
