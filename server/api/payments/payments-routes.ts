import type { FastifyInstance } from 'fastify';
import { contractRoutes, type RouteDependencies } from '#server/api/contract/contract-route.ts';
import { paymentsContract } from '#shared/payments/payments-contract.ts';
import { paymentWebhookRoute, type WebhookDependencies } from './payment-webhook-route.ts';

export interface PaymentsDependencies extends RouteDependencies, WebhookDependencies {}

export function paymentsRoutes(app: FastifyInstance, dependencies: PaymentsDependencies): void {
  const route = contractRoutes(app, 'payments', paymentsContract, dependencies);

  paymentWebhookRoute(app, dependencies);
  route('GET /payment/method', ({ lang, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction((tx) => dependencies.payments.readOffer(tx, { lang, pickLanguage })),
  );
}
