import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import { sendFailure } from '#server/api/contract/send-failure.ts';
import { translate } from '#server/api/contract/server-texts.ts';
import type { Db } from '#server/api/database/connect.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import type { RateLimiter } from '#server/api/limits/rate-limiter.ts';
import { getCaller, getRequestSite } from '#server/api/tenancy/current-site.ts';
import { withTimeLimit } from '#server/http/with-time-limit.ts';
import type { Lang } from '#shared/languages.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { paymentMethodsContract } from '#shared/payments/payment-methods-contract.ts';
import { maxWebhookBytes, paymentWebhookRoutePath } from '#shared/payments/payment-webhook.ts';
import {
  type OnlinePaymentService,
  type PaymentProvider,
  type PaymentReceivedEvent,
  readPaymentSecret,
} from './payment-provider.ts';
import type { PaymentProviders } from './payment-providers.ts';

interface ReceivedPaymentContext {
  provider: PaymentProvider;
  payments: PaymentProviders;
  estateMail: { timeZone: string; defaultLang: Lang };
}

/**
 * Applies a verified payment event to its order. The orders domain implements this type, because the payments domain
 * must not depend on orders.
 */
export type RecordReceivedPayment = (
  tx: SiteTx,
  event: PaymentReceivedEvent,
  context: ReceivedPaymentContext,
) => Promise<Outcome<null, 'not_found' | 'amount_mismatch'>>;

interface PaymentWebhookDependencies {
  db: Db;
  payments: PaymentProviders;
  recordReceivedPayment: RecordReceivedPayment;
  limits: Pick<RateLimiter, 'consume' | 'refund' | 'retryAfterSeconds'>;
}

const limitNames = ['webhook-client', 'webhook-network'] as const;

/** Time limit for verifying a webhook. The adapters of some providers call the provider's API to verify one. */
const verificationTimeoutMs = 4_000;

const statusByRefusal = {
  invalid_webhook: 400,
  not_found: 404,
  amount_mismatch: 409,
} as const;
const textByStatus = { 400: 'malformed', 404: 'not_found', 409: 'malformed' } as const;

/**
 * Registers `POST /payment/{provider}/notify`. The contract does not describe this route: providers sign the raw body,
 * so it must not pass the JSON parser. A refused event is logged, and the provider sends it again.
 */
function paymentWebhookRoute(app: FastifyInstance, dependencies: PaymentWebhookDependencies): void {
  const { payments, limits } = dependencies;
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxWebhookBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.post<{ Params: { provider: string } }>(paymentWebhookRoutePath, async (request, reply) => {
      const { lang } = getCaller(request);
      const provider = payments.byId(request.params.provider);
      if (!provider?.online) return sendFailure(reply, 404, translate(lang, 'not_found'));
      const retryAfter = await countWebhook(limits, request);
      if (retryAfter > 0)
        return sendFailure(reply.header('retry-after', String(retryAfter)), 429, translate(lang, 'too_many'));
      const outcome = await settleWebhook(dependencies, provider, provider.online, request);
      if (outcome.ok || outcome.refusal !== 'invalid_webhook') await refundWebhook(limits, request);
      if (outcome.ok) return reply.code(204).header('cache-control', 'no-store').send();
      const { refusal } = outcome;
      request.log.warn(
        {
          code: 'payment_webhook_refused',
          reason: refusal,
          provider: provider.id,
          site: getRequestSite(request).id,
        },
        'payment webhook refused',
      );
      return sendFailure(reply, statusByRefusal[refusal], translate(lang, textByStatus[statusByRefusal[refusal]]));
    });
  });
}

async function settleWebhook(
  { db, payments, recordReceivedPayment }: PaymentWebhookDependencies,
  provider: PaymentProvider,
  online: OnlinePaymentService,
  request: FastifyRequest,
) {
  const { id, timeZone, defaultLang } = getRequestSite(request);
  const secret = await withSiteTransaction(db, id, (tx) => readPaymentSecret(tx, provider.id));
  if (!secret) return refuse('invalid_webhook');
  const webhook = { headers: request.headers, body: rawBodyOf(request) };
  const verified = await withTimeLimit(verificationTimeoutMs, (signal) =>
    online.handleWebhook(webhook, { secret, signal }),
  );
  if (!verified.ok) return verified;
  const event = verified.value;
  if (!event) return ok(null);
  return withSiteTransactionOrRollback(db, id, (tx) =>
    recordReceivedPayment(tx, event, { provider, payments, estateMail: { timeZone, defaultLang } }),
  );
}

/**
 * Counts a webhook against its network's rate limit before the signature is verified. The attempts of verified webhooks
 * are removed afterwards, because a provider calls for all estates from few IP addresses.
 * @returns Seconds until the network may call again; 0 if it may call now.
 */
async function countWebhook(limits: PaymentWebhookDependencies['limits'], request: FastifyRequest): Promise<number> {
  const { id } = getRequestSite(request);
  const { ipAddress } = getCaller(request);
  for (const name of limitNames)
    if (!(await limits.consume(id, name, ipAddress))) return await limits.retryAfterSeconds(id, name, ipAddress);
  return 0;
}

async function refundWebhook(limits: PaymentWebhookDependencies['limits'], request: FastifyRequest): Promise<void> {
  for (const name of limitNames) await limits.refund(getRequestSite(request).id, name, getCaller(request).ipAddress);
}

const rawBodyOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

interface PaymentsDependencies extends ContractRouteDependencies, PaymentWebhookDependencies {}

export function paymentsRoutes(app: FastifyInstance, dependencies: PaymentsDependencies): void {
  const route = createContractRouter(app, 'payments', paymentMethodsContract, dependencies);

  paymentWebhookRoute(app, dependencies);
  route('GET /payment/method', ({ lang, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction((tx) => dependencies.payments.readOffer(tx, { lang, pickLanguage })),
  );
}
