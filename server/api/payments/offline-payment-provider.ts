import type { PaymentProvider } from './payment-provider.ts';

/** Offline payments: bank transfer, cheque and payment on collection, which customer and estate settle between them. */
export const offlinePaymentProvider: PaymentProvider = {
  id: 'arranged',
  methods: ['TRANSFER', 'CHEQUE', 'AT_PICKUP'],
};
