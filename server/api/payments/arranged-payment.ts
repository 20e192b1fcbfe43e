import type { PaymentProvider } from './payment-provider.ts';

/** Offline payments: transfer, cheque and payment on collection, which customer and estate settle themselves. */
export const offlinePaymentProvider: PaymentProvider = {
  id: 'arranged',
  methods: ['TRANSFER', 'CHEQUE', 'AT_PICKUP'],
};
