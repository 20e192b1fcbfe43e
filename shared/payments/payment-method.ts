import type { DeliveryType } from '#shared/shipping/delivery-type.ts';

/** Ways of paying that are arranged with the estate; an online provider joins them as a further one. */
export const paymentMethods = ['TRANSFER', 'CHEQUE', 'AT_PICKUP'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** Whether a method fits a way of delivery: who pays when fetching must come to the estate. */
export const fitsDelivery = (method: PaymentMethod, delivery: DeliveryType): boolean =>
  method !== 'AT_PICKUP' || delivery === 'CLICK_AND_COLLECT';
