import type { PaymentProvider } from './payment-provider.ts';

/** Offline payments: bank transfer, cheque, payment on collection, cash and card terminal, which customer and estate settle between them. */
export const offlinePaymentProvider: PaymentProvider = {
  id: 'arranged',
  methods: ['TRANSFER', 'CHEQUE', 'AT_PICKUP', 'CASH', 'CARD_TERMINAL'],
};
