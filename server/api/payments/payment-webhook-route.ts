import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendFailure } from '#server/api/contract/envelopes.ts';
import { translate } from '#server/api/contract/server-texts.ts';
import type { Db } from '#server/api/database/connect.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import { callerOf, linkOriginOf, siteOf } from '#server/api/tenancy/current-site.ts';
import { type Outcome, ok } from '#shared/outcome.ts';
import { maxWebhookBytes, providerIdPattern } from '#shared/payments/payment-webhook.ts';
import type { PaymentEvent, PaymentProvider } from './payment-provider.ts';
import type { PaymentProviders } from './payment-providers.ts';

export interface SettleContext {
  provider: PaymentProvider;
  payments: PaymentProviders;
  /** For mails to the customer. */
  mailContext: { timeZone: string; origin: string };
}

/** Applies a verified event to its order. The orders domain provides it, because payments must not depend on orders. */
export type SettlePayment = (
  tx: SiteTx,
  event: PaymentEvent,
  context: SettleContext,
) => Promise<Outcome<null, 'not_found' | 'amount_mismatch' | 'order_cancelled'>>;

export interface WebhookDependencies {
  db: Db;
  payments: PaymentProviders;
  settlePayment: SettlePayment;
}

const statusByRefusal = { invalid_webhook: 400, not_found: 404, amount_mismatch: 409, order_cancelled: 409 } as const;
const textByStatus = { 400: 'malformed', 404: 'not_found', 409: 'malformed' } as const;

/**
 * `POST /payment/{provider}/notify`. It is no endpoint of the contract: providers sign the raw body, so it must not pass
 * the JSON parser. A refused event is logged and repeated by the provider.
 */
export function paymentWebhookRoute(app: FastifyInstance, { db, payments, settlePayment }: WebhookDependencies): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxWebhookBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.post<{ Params: { provider: string } }>(
      `/payment/:provider(^${providerIdPattern}$)/notify`,
      async (request, reply) => {
        const { lang } = callerOf(request);
        const provider = payments.byId(request.params.provider);
        if (!provider) return sendFailure(reply, 404, translate(lang, 'not_found'));
        const site = siteOf(request);
        const mailContext = { timeZone: site.timeZone, origin: linkOriginOf(request) };
        const outcome = await withSiteTransactionOrRollback(db, site.id, async (tx) => {
          const event = await provider.handleWebhook(tx, { headers: request.headers, body: rawBodyOf(request) });
          if (!event.ok) return event;
          return event.value ? settlePayment(tx, event.value, { provider, payments, mailContext }) : ok(null);
        });
        if (outcome.ok) return reply.code(204).header('cache-control', 'no-store').send();
        const { refusal } = outcome;
        request.log.warn({ code: refusal, provider: provider.id, site: site.id }, 'payment webhook refused');
        return sendFailure(reply, statusByRefusal[refusal], translate(lang, textByStatus[statusByRefusal[refusal]]));
      },
    );
  });
}

const rawBodyOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));
