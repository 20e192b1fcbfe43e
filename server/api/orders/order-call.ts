import type { checkoutContract, PlaceOrderInput } from '#shared/checkout/checkout-contract.ts';
import type { Asking } from './asking.ts';

/** Whatever `POST /order` may be refused for. */
export type OrderRefusal = keyof (typeof checkoutContract)['POST /order']['refusals'];

/** A customer's wish to order. */
export interface OrderCall extends Asking {
  userId: number;
  wish: PlaceOrderInput;
  /** Of the header Idempotency-Key. */
  key: string | null;
  /** Where links in mails lead. */
  origin: string;
}
