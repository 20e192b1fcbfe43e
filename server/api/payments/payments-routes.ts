import type { FastifyInstance } from 'fastify';
import { contractRoutes, type RouteParts } from '#server/api/contract/contract-route.ts';
import { paymentsContract } from '#shared/payments/payments-contract.ts';
import { paymentWebhookRoute, type WebhookParts } from './payment-webhook-route.ts';

export interface PaymentsParts extends RouteParts, WebhookParts {}

export function paymentsRoutes(app: FastifyInstance, parts: PaymentsParts): void {
  const route = contractRoutes(app, 'ordering', paymentsContract, parts);

  paymentWebhookRoute(app, parts);
  route('GET /payment/method', async ({ lang, localize, inSite }) => ({
    methods: await inSite((tx) => parts.payments.offeredMethods(tx, { lang, localize })),
  }));
}
