import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { CspSources } from '#shared/csp-sources.ts';
import type { Lang } from '#shared/languages.ts';
import type { Localized } from '#shared/localized.ts';
import type { Cents } from '#shared/money.ts';
import type { Outcome } from '#shared/outcome.ts';
import type { PaymentMethod } from '#shared/payments/payment-method.ts';
import type { OrderPayment } from '#shared/payments/payments-contract.ts';

/** The language in which payment methods are described. */
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
  /** First state of the order: PAID only where the money has already arrived. */
  status: 'PENDING' | 'PAID';
  payment: OrderPayment;
}

/** A webhook call as it was received; signatures are computed over the raw body. */
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
 * Takes payments for an estate. `start`, `handleWebhook` and `refund` run inside a site transaction and must not wait for
 * another server: they queue a job instead.
 */
export interface PaymentProvider {
  /** Part of the webhook's URL path: lower-case letters, digits and hyphens. */
  readonly id: string;
  /** Every method that this provider handles; no two providers share one. */
  readonly methods: readonly PaymentMethod[];
  /** Third-party origins that the payment step loads from if the estate accepts one of the methods. */
  readonly policySources: CspSources;
  /** The methods that the estate accepts, in its own order. */
  offeredMethods(tx: SiteTx, context: PaymentTextContext): Promise<OrderPayment[]>;
  start(tx: SiteTx, order: PayableOrder, payment: OrderPayment): Promise<StartedPayment>;
  /** Verifies a webhook; null for an event that changes no order. */
  handleWebhook(tx: SiteTx, webhook: PaymentWebhook): Promise<Outcome<PaymentEvent | null, 'invalid_webhook'>>;
  /** Returns the money of a paid order that was cancelled. */
  refund(tx: SiteTx, order: PayableOrder): Promise<void>;
}
