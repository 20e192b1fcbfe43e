import { refuse } from '#shared/outcome.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { readPaymentMethods } from './payments-repository.ts';

const methods = ['TRANSFER', 'CHEQUE', 'AT_PICKUP'] as const;

/** Transfer, cheque and payment at pick-up, which customer and estate settle between themselves. */
export const arrangedPayment: PaymentProvider = {
  id: 'arranged',
  methods,
  policySources: { script: [], connect: [], frame: [] },
  offeredMethods: async (tx, { localize }) =>
    (await readPaymentMethods(tx, methods)).map(({ method, label, instructions }) => ({
      method,
      label: localize(label),
      instructions: localize(instructions),
    })),
  start: async (_tx, _order, payment) => ({ status: 'PENDING', payment }),
  handleWebhook: async () => refuse('invalid_webhook'),
  // The estate returns the money by the way it came.
  refund: async () => {},
};
