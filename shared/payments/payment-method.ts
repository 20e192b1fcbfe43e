import type { DeliveryType } from '#shared/shipping/delivery-type.ts';

interface PaymentMethodRecord {
  /** True if the customer transfers the amount to the account whose IBAN the instructions contain. */
  isBankTransfer: boolean;
  /** True if the customer pays at the estate when collecting the order. */
  isPaidAtCollection: boolean;
}

/** The properties of the payment methods of all providers, by method. */
export const paymentMethodRecords = {
  TRANSFER: { isBankTransfer: true, isPaidAtCollection: false },
  CHEQUE: { isBankTransfer: false, isPaidAtCollection: false },
  AT_PICKUP: { isBankTransfer: false, isPaidAtCollection: true },
} as const satisfies Record<string, PaymentMethodRecord>;

export type PaymentMethod = keyof typeof paymentMethodRecords;

export const paymentMethods = Object.keys(paymentMethodRecords) as [PaymentMethod, ...PaymentMethod[]];

/**
 * Checks whether a payment method suits the delivery type. Payment on collection requires click-and-collect at the
 * estate.
 */
export const isPaymentMethodAllowedForDelivery = (method: PaymentMethod, delivery: DeliveryType): boolean =>
  !paymentMethodRecords[method].isPaidAtCollection || delivery === 'CLICK_AND_COLLECT';
