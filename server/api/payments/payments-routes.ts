import type { FastifyInstance } from 'fastify';
import { contractRoutes, type RouteParts } from '#server/api/contract/contract-route.ts';
import { paymentsContract } from '#shared/payments/payments-contract.ts';
import type { PaymentProviders } from './payment-providers.ts';

export interface PaymentsParts extends RouteParts {
  payments: PaymentProviders;
}

export function paymentsRoutes(app: FastifyInstance, parts: PaymentsParts): void {
  const route = contractRoutes(app, 'ordering', paymentsContract, parts);

  route('GET /payment/method', async ({ lang, localize, inSite }) => ({
    methods: await inSite((tx) => parts.payments.offeredMethods(tx, { lang, localize })),
  }));
}
