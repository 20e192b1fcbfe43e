import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { JobTask } from '#server/api/jobs/task-list.ts';
import { type ExternalAppSecretValues, readExternalAppSecretValues } from '#server/api/site/site.ts';
import type { CspSources } from '#shared/csp-sources.ts';
import type { Lang } from '#shared/languages.ts';
import type { Cents } from '#shared/money.ts';
import type { Outcome } from '#shared/outcome.ts';
import type { PaymentMethod } from '#shared/payments/payment-method.ts';

/** ISO 4217 code of the currency of all orders. */
export const orderCurrency = 'EUR';

/** The order that a payment is for. Its id and number are unique within the site only. */
export interface PayableOrder {
  id: number;
  number: string;
  email: string;
  amount: Cents;
  currency: typeof orderCurrency;
  lang: Lang;
  /** The page to which the provider sends the customer back, after success, failure and cancellation alike. */
  returnUrl: string;
  webhookUrl: string;
}

export interface PaymentReceivedEvent {
  orderNumber: string;
  amount: Cents;
  /** ISO 4217 code of the currency. */
  currency: string;
  /** The provider's id of the payment. Repeated events contain the same id, and a refund refers to it. */
  reference: string;
}

type ReceivedPayment = Omit<PaymentReceivedEvent, 'orderNumber'>;

/** A part or all of a received payment that is refunded. */
interface PaymentRefund extends ReceivedPayment {
  /**
   * Unique within the site. The provider's idempotency key should contain it, because refunds can have equal amounts.
   */
  refundId: string;
}

/** A webhook call as received, with its raw body, over which providers compute their signatures. */
interface PaymentWebhookRequest {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
}

interface PaymentProviderContext {
  /** The estate's keys at the provider. */
  secret: ExternalAppSecretValues;
  /** Aborted at the end of the time limit. */
  signal: AbortSignal;
}

export interface OnlinePaymentService {
  /** Third-party origins that the checkout loads from if the estate offers one of the methods; none for a redirect. */
  readonly policySources: CspSources;
  /**
   * Jobs that the provider queues with `queueJob`, by name. Each name begins with the provider's id and a colon. Jobs
   * read the estate's keys with `readPaymentSecret`.
   */
  readonly tasks: Readonly<Record<string, JobTask>>;
  /**
   * Creates a page at the provider on which the customer pays, outside any transaction. A customer who tries again
   * starts a payment of the same order, so the order's id should be the idempotency key at the provider.
   */
  start(
    order: PayableOrder,
    context: PaymentProviderContext,
  ): Promise<Outcome<{ redirectUrl: string }, 'provider_unavailable'>>;
  /**
   * Verifies a webhook outside any transaction. Returns null for an event other than a received payment, such as a
   * failed attempt.
   */
  handleWebhook(
    webhook: PaymentWebhookRequest,
    context: PaymentProviderContext,
  ): Promise<Outcome<PaymentReceivedEvent | null, 'invalid_webhook'>>;
  /**
   * Refunds a part or all of a payment, possibly several times. It runs in the transaction of the refund, so it must
   * queue a job that calls the provider.
   */
  refund(tx: SiteTx, refund: PaymentRefund): Promise<void>;
}

export interface PaymentProvider {
  /** Identifies the provider in the webhook's URL path: lower-case letters, digits and hyphens. */
  readonly id: string;
  /** The payment methods that this provider handles. No two providers share a method. */
  readonly methods: readonly PaymentMethod[];
  /** The online payments of the provider; absent if customer and estate settle the payment themselves. */
  readonly online?: OnlinePaymentService;
}

/** Offline payments: bank transfer, cheque, payment on collection, cash and card terminal, which customer and estate settle between them. */
export const offlinePaymentProvider: PaymentProvider = {
  id: 'arranged',
  methods: ['TRANSFER', 'CHEQUE', 'AT_PICKUP', 'CASH', 'CARD_TERMINAL'],
};

/**
 * Returns the name of the external application that holds an estate's keys at a provider: `FAKE_PAY` for `fake-pay`.
 */
const secretAppOf = (providerId: string): string => providerId.toUpperCase().replaceAll('-', '_');

/** @returns Null if no keys of the estate are stored. */
export const readPaymentSecret = (tx: SiteTx, providerId: string): Promise<ExternalAppSecretValues | null> =>
  readExternalAppSecretValues(tx, secretAppOf(providerId));
