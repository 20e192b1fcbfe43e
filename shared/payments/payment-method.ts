import type { DeliveryType } from '#shared/shipping/delivery-type.ts';

interface PaymentMethodRecord {
  /** True if the customer transfers the amount to the account whose IBAN the instructions contain. */
  isBankTransfer: boolean;
  isPaidAtCollection: boolean;
  /** Working days for which an unpaid order waits longer, because the payment travels by post and is then cleared. */
  postalDays: number;
  /** True if customers cannot choose the method: staff enter it for a payment that they have received at the estate. */
  isForStaff: boolean;
  /** True if staff may record that a payment was received in this way. */
  isRecordable: boolean;
}

export const paymentMethodRecords = {
  TRANSFER: { isBankTransfer: true, isPaidAtCollection: false, postalDays: 0, isForStaff: false, isRecordable: true },
  CHEQUE: { isBankTransfer: false, isPaidAtCollection: false, postalDays: 5, isForStaff: false, isRecordable: true },
  AT_PICKUP: { isBankTransfer: false, isPaidAtCollection: true, postalDays: 0, isForStaff: false, isRecordable: false },
  CASH: { isBankTransfer: false, isPaidAtCollection: false, postalDays: 0, isForStaff: true, isRecordable: true },
  CARD_TERMINAL: {
    isBankTransfer: false,
    isPaidAtCollection: false,
    postalDays: 0,
    isForStaff: true,
    isRecordable: true,
  },
} as const satisfies Record<string, PaymentMethodRecord>;

export type PaymentMethod = keyof typeof paymentMethodRecords;

export const paymentMethods = Object.keys(paymentMethodRecords) as [PaymentMethod, ...PaymentMethod[]];

export const offerablePaymentMethods = paymentMethods.filter((method) => !paymentMethodRecords[method].isForStaff);

/** The methods of payments that staff have received, the usual ones at the estate first. */
export const recordablePaymentMethods = paymentMethods
  .filter((method) => paymentMethodRecords[method].isRecordable)
  .sort((a, b) => Number(paymentMethodRecords[b].isForStaff) - Number(paymentMethodRecords[a].isForStaff));

/**
 * Checks whether a payment method suits the delivery type. Payment on collection requires click-and-collect at the
 * estate.
 */
export const isMethodAllowed = (method: PaymentMethod, delivery: DeliveryType): boolean =>
  !paymentMethodRecords[method].isPaidAtCollection || delivery === 'CLICK_AND_COLLECT';
