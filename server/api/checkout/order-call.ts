import type { RequestContext } from '#server/api/contract/request-context.ts';
import type { checkoutContract, PlaceOrderInput } from '#shared/checkout/checkout-contract.ts';

/** The refusals of `POST /order`. */
export type PlaceOrderRefusal = keyof (typeof checkoutContract)['POST /order']['refusals'];

/** A call of `POST /order`. */
export interface PlaceOrderCall extends RequestContext {
  /** null for a guest, whose email address is in the input. */
  userId: number | null;
  input: PlaceOrderInput;
  /** The client's network; null if it does not identify the client. */
  network: string | null;
  /** Value of the header Idempotency-Key. */
  key: string | null;
  /** Scheme and host of the links in mails. */
  origin: string;
}
