import type { FastifyInstance } from 'fastify';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import { paymentMethodsContract } from '#shared/payments/payment-methods-contract.ts';
import { type PaymentWebhookDependencies, paymentWebhookRoute } from './payment-webhook-route.ts';

interface PaymentsDependencies extends ContractRouteDependencies, PaymentWebhookDependencies {}

export function paymentsRoutes(app: FastifyInstance, dependencies: PaymentsDependencies): void {
  const route = createContractRouter(app, 'payments', paymentMethodsContract, dependencies);

  paymentWebhookRoute(app, dependencies);
  route('GET /payment/method', ({ lang, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction((tx) => dependencies.payments.readOffer(tx, { lang, pickLanguage })),
  );
}
