import type { DeliveryType } from '#shared/shipping/delivery-type.ts';

/** The payment methods of all providers. */
export const paymentMethods = ['TRANSFER', 'CHEQUE', 'AT_PICKUP'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** True if a payment method suits the delivery type. Payment on collection requires click-and-collect at the estate. */
export const isPaymentMethodAllowed = (method: PaymentMethod, delivery: DeliveryType): boolean =>
  method !== 'AT_PICKUP' || delivery === 'CLICK_AND_COLLECT';
