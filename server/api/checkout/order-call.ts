import type { RequestContext } from '#server/api/contract/request-context.ts';
import type { checkoutContract, PlaceOrderInput } from '#shared/checkout/checkout-contract.ts';
import type { OrderChannel, StaffOrderSettlement } from '#shared/orders/order-channel.ts';
import type { PickupPoint } from '#shared/shipping/shipping-contract.ts';

export type PlaceOrderRefusal = keyof (typeof checkoutContract)['POST /order']['refusals'];

export interface StaffOrderDetails {
  staffUserId: number;
  /** The email address of the member of staff in lower case, to which the Idempotency-Key belongs. */
  staffEmailKey: string;
  channel: OrderChannel;
  settlement: StaffOrderSettlement;
  /** The day on which the customer paid; null for an order that is not paid yet. */
  paidOn: string | null;
}

export interface PlaceOrderCall extends RequestContext {
  /** The customer's account; null for a guest, whose email address is part of the input. */
  userId: number | null;
  input: PlaceOrderInput;
  /** The pickup point that a carrier's service found before the transaction; null without one. */
  carrierPickupPoint: PickupPoint | null;
  /** Null if the customer places the order. */
  staffOrder: StaffOrderDetails | null;
  /** The client's network; null if staff enter the order, or if the IP address does not identify the client. */
  network: string | null;
  /** Value of the header Idempotency-Key; null if the request has none. */
  key: string | null;
  /** The IP address for the consent record if the customer subscribes to the newsletter; otherwise null. */
  newsletterConsent: { ipAddress: string } | null;
  /** Scheme and host of the links in mails. */
  origin: string;
}
