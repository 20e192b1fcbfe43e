import type { FastifyInstance } from 'fastify';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import { paymentsContract } from '#shared/payments/payments-contract.ts';
import { type PaymentWebhookDependencies, paymentWebhookRoute } from './payment-webhook-route.ts';

export interface PaymentsDependencies extends ContractRouteDependencies, PaymentWebhookDependencies {}

export function paymentsRoutes(app: FastifyInstance, dependencies: PaymentsDependencies): void {
  const route = createContractRouter(app, 'payments', paymentsContract, dependencies);

  paymentWebhookRoute(app, dependencies);
  route('GET /payment/method', ({ lang, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction((tx) => dependencies.payments.readOffer(tx, { lang, pickLanguage })),
  );
}
