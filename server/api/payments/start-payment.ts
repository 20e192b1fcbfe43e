import type { FastifyBaseLogger } from 'fastify';
import type { ExternalAppSecretValues } from '#server/api/site/site.ts';
import { createConcurrencyLimiter } from '#server/http/limiter.ts';
import { withTimeLimit } from '#server/http/with-time-limit.ts';
import type { NextPaymentStep } from '#shared/payments/payment-methods-contract.ts';
import type { OnlinePaymentService, PayableOrder } from './payment-provider.ts';

/** Time limit for starting a payment. The customer waits meanwhile, and the storefront's timeout for writes is 15 s. */
const startTimeoutMs = 4_000;
/**
 * Maximum number of simultaneous calls that start payments at one provider. Each provider has its own limit, so that a
 * slow one does not occupy an unlimited number of requests.
 */
export const maxConcurrentPaymentStarts = 16;

/** Everything that a provider needs to start the payment of one order, read in a transaction beforehand. */
export interface PreparedPayment {
  providerId: string;
  online: OnlinePaymentService;
  order: PayableOrder;
  /** Null if the estate's keys have been removed since the order was placed. */
  secret: ExternalAppSecretValues | null;
}

/** Starts a payment outside any transaction; null stands for an order with nothing to pay online. It never rejects. */
export type StartPayment = (payment: PreparedPayment | null, log: FastifyBaseLogger) => Promise<NextPaymentStep>;

/**
 * Creates the function that starts payments. The order has been placed by then, so every failure of a provider becomes
 * the step `unavailable` and a log entry.
 */
export function createPaymentStarter({ timeoutMs = startTimeoutMs } = {}): StartPayment {
  const limiters = new Map<string, ReturnType<typeof createConcurrencyLimiter>>();
  const limiterOf = (providerId: string) => {
    const limiter =
      limiters.get(providerId) ?? createConcurrencyLimiter({ concurrency: maxConcurrentPaymentStarts, maxQueue: 0 });
    limiters.set(providerId, limiter);
    return limiter;
  };
  return async (payment, log) => {
    if (!payment) return { kind: 'none' };
    const { providerId: provider, online, order, secret } = payment;
    const fail = (details: { reason: string } | { err: unknown }): NextPaymentStep => {
      log.warn({ code: 'payment_start_failed', ...details, provider, order: order.number }, 'payment start failed');
      return { kind: 'unavailable' };
    };
    if (!secret) return fail({ reason: 'secret_missing' });
    try {
      const started = await limiterOf(provider)(() =>
        withTimeLimit(timeoutMs, (signal) => online.start(order, { secret, signal })),
      );
      if (!started.ok) return fail({ reason: started.refusal });
      const { redirectUrl: url } = started.value;
      return /^https:\/\//.test(url) && URL.canParse(url)
        ? { kind: 'redirect', url }
        : fail({ reason: 'malformed_redirect' });
    } catch (err) {
      return fail({ err });
    }
  };
}
