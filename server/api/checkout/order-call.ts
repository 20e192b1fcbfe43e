import type { RequestContext } from '#server/api/contract/request-context.ts';
import type { checkoutContract, PlaceOrderInput } from '#shared/checkout/checkout-contract.ts';

/** The refusals of `POST /order`. */
export type PlaceOrderRefusal = keyof (typeof checkoutContract)['POST /order']['refusals'];

/** The input and context of one call of `POST /order`. */
export interface PlaceOrderCall extends RequestContext {
  /** The customer's account; null for a guest, whose email address is part of the input. */
  userId: number | null;
  input: PlaceOrderInput;
  /** The client's network; null if the IP address does not identify the client, for example behind an unknown proxy. */
  network: string | null;
  /** Value of the header Idempotency-Key. */
  key: string | null;
  /** The IP address for the proof of consent if the customer subscribes to the newsletter; otherwise null. */
  newsletterConsent: { ipAddress: string } | null;
  /** Scheme and host of the links in mails. */
  origin: string;
}
