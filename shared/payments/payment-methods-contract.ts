import { z } from 'zod';
import { isCspOrigin } from '#shared/csp-sources.ts';
import { defineContract } from '#shared/endpoint.ts';
import { paymentMethods } from './payment-method.ts';

export const PaymentMethodDescription = z.object({
  method: z.enum(paymentMethods),
  label: z.string(),
  /** Instructions for the customer in plain text, such as the account for a transfer. */
  instructions: z.string(),
  /** True if the customer pays on a page of a payment provider. */
  isOnline: z.boolean(),
});
export type PaymentMethodDescription = z.infer<typeof PaymentMethodDescription>;

/**
 * The next step of a payment. `none`: the customer has nothing to do online. `redirect`: the customer pays at `url`.
 * `unavailable`: the payment could not be started; `POST /order/{id}/payment` tries again.
 */
export const NextPaymentStep = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('redirect'), url: z.url({ protocol: /^https$/ }) }),
  z.object({ kind: z.literal('unavailable') }),
]);
export type NextPaymentStep = z.infer<typeof NextPaymentStep>;

const PolicyOrigins = z.array(z.string().refine(isCspOrigin)).readonly().optional();

export const paymentMethodsContract = defineContract({
  'GET /payment/method': {
    summary: 'The payment methods that the estate accepts',
    data: z.object({
      methods: z.array(PaymentMethodDescription),
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
