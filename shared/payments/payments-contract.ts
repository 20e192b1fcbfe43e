import { z } from 'zod';
import { isCspSource } from '#shared/csp-sources.ts';
import { defineContract } from '#shared/endpoint.ts';
import { paymentMethods } from './payment-method.ts';

export const OrderPayment = z.object({
  method: z.enum(paymentMethods),
  /** The name of the payment method in the caller's language. */
  label: z.string(),
  /** Instructions for the customer in plain text, such as the account for a transfer. */
  instructions: z.string(),
});
export type OrderPayment = z.infer<typeof OrderPayment>;

const PolicyOrigins = z.array(z.string().refine(isCspSource)).readonly().optional();

export const paymentsContract = defineContract({
  'GET /payment/method': {
    summary: 'The payment methods that the estate accepts',
    data: z.object({
      methods: z.array(OrderPayment),
      /** Third-party origins that the payment step loads from. */
      policySources: z.object({
        script: PolicyOrigins,
        connect: PolicyOrigins,
        frame: PolicyOrigins,
        img: PolicyOrigins,
      }),
    }),
  },
});
