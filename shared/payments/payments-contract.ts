import { z } from 'zod';
import { contract } from '#shared/endpoint.ts';
import { paymentMethods } from './payment-method.ts';

/** How the order is paid. */
export const OrderPayment = z.object({
  method: z.enum(paymentMethods),
  /** In words, in the caller's language. */
  label: z.string(),
  /** What the customer has to do, such as the account to transfer to; plain text. */
  instructions: z.string(),
});
export type OrderPayment = z.infer<typeof OrderPayment>;

export const paymentsContract = contract({
  'GET /payment/method': {
    summary: 'How orders of this estate can be paid',
    data: z.object({ methods: z.array(OrderPayment) }),
  },
});
