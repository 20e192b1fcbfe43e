import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { CspSources } from '#shared/csp-sources.ts';
import type { Lang } from '#shared/languages.ts';
import type { Localized } from '#shared/localized.ts';
import type { Cents } from '#shared/money.ts';
import type { Outcome } from '#shared/outcome.ts';
import type { PaymentMethod } from '#shared/payments/payment-method.ts';
import type { OrderPayment } from '#shared/payments/payments-contract.ts';

/** The language in which payment methods are described to the customer. */
export interface PaymentTextContext {
  lang: Lang;
  pickLanguage: (text: Localized) => string;
}

/** The order that a payment is for. Its number is unique within the site. */
export interface PayableOrder {
  number: string;
  total: Cents;
}

export interface StartedPayment {
  /** The first state of the order: PAID only if the money has already arrived. */
  status: 'PENDING' | 'PAID';
  payment: OrderPayment;
}

/** A webhook call as received, with its raw body, over which providers compute their signatures. */
export interface PaymentWebhook {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
}

export interface PaymentEvent {
  orderNumber: string;
  type: 'paid' | 'failed';
  amount: Cents;
}

/**
 * Takes payments for estates. `start`, `handleWebhook` and `refund` run inside a site transaction and must not wait for
 * another server; for that they queue a job.
 */
export interface PaymentProvider {
  /** Identifies the provider in the webhook's URL path: lower-case letters, digits and hyphens. */
  readonly id: string;
  /** The payment methods that this provider handles. No two providers share a method. */
  readonly methods: readonly PaymentMethod[];
  /** Third-party origins that the checkout page loads from if the estate accepts one of the methods. */
  readonly policySources: CspSources;
  /** Reads the methods of this provider that the estate accepts, in the estate's order. */
  offeredMethods(tx: SiteTx, context: PaymentTextContext): Promise<OrderPayment[]>;
  start(tx: SiteTx, order: PayableOrder, payment: OrderPayment): Promise<StartedPayment>;
  /** Verifies a webhook. Returns null for an event that changes no order. */
  handleWebhook(tx: SiteTx, webhook: PaymentWebhook): Promise<Outcome<PaymentEvent | null, 'invalid_webhook'>>;
  /** Refunds a paid order that was cancelled. */
  refund(tx: SiteTx, order: PayableOrder): Promise<void>;
}
