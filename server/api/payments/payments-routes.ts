import type { FastifyInstance } from 'fastify';
import { contractRoutes, type RouteDependencies } from '#server/api/contract/contract-route.ts';
import { paymentsContract } from '#shared/payments/payments-contract.ts';
import { paymentWebhookRoute, type WebhookDependencies } from './payment-webhook-route.ts';

export interface PaymentsDependencies extends RouteDependencies, WebhookDependencies {}

export function paymentsRoutes(app: FastifyInstance, parts: PaymentsDependencies): void {
  const route = contractRoutes(app, 'ordering', paymentsContract, parts);

  paymentWebhookRoute(app, parts);
  route('GET /payment/method', async ({ lang, pickLanguage, withSiteTransaction }) => ({
    methods: await withSiteTransaction((tx) => parts.payments.offeredMethods(tx, { lang, pickLanguage })),
  }));
}
