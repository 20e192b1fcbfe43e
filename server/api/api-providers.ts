import { offlinePayment } from './payments/arranged-payment.ts';
import { createPaymentProviders, type PaymentProviders } from './payments/payment-providers.ts';
import { createReviewProviders, type ReviewProviders } from './reviews/review-providers.ts';
import { estatePickupPoints } from './shipping/estate-pickup-points.ts';
import { createPickupPoints, type PickupPoints } from './shipping/pickup-points.ts';

export interface ApiProviders {
  payments: PaymentProviders;
  pickupPoints: PickupPoints;
  reviews: ReviewProviders;
}

/** The providers of the platform. Add new ones here. */
export const apiProviders: ApiProviders = {
  payments: createPaymentProviders([offlinePayment]),
  pickupPoints: createPickupPoints([estatePickupPoints]),
  reviews: createReviewProviders([]),
};
