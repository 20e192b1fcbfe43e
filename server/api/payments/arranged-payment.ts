import { refuse } from '#shared/outcome.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { readPaymentMethods } from './payments-repository.ts';

const methods = ['TRANSFER', 'CHEQUE', 'AT_PICKUP'] as const;

/** Offline payments: bank transfer, cheque and payment on collection, which customer and estate settle between them. */
export const offlinePaymentProvider: PaymentProvider = {
  id: 'arranged',
  methods,
  policySources: {},
  offeredMethods: async (tx, { pickLanguage }) =>
    (await readPaymentMethods(tx, methods)).map(({ method, label, instructions }) => ({
      method,
      label: pickLanguage(label),
      instructions: pickLanguage(instructions),
    })),
  start: async (_tx, _order, payment) => ({ status: 'PENDING', payment }),
  handleWebhook: async () => refuse('invalid_webhook'),
  // Does nothing, because the estate refunds offline payments itself.
  refund: async () => {},
};
