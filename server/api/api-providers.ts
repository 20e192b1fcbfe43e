import { createPublicUrlFetcher } from '#server/http/fetch-public-url.ts';
import { offlinePaymentProvider } from './payments/arranged-payment.ts';
import { createPaymentProviders, type PaymentProviders } from './payments/payment-providers.ts';
import { createJsonReviewProvider } from './reviews/json-review-provider.ts';
import { createReviewProviders, type ReviewProviders } from './reviews/review-providers.ts';
import { estatePickupPointProvider } from './shipping/estate-pickup-points.ts';
import { createPickupPointRegistry, type PickupPointRegistry } from './shipping/pickup-points.ts';

export interface ApiProviders {
  payments: PaymentProviders;
  pickupPoints: PickupPointRegistry;
  reviews: ReviewProviders;
}

/** The registered payment, pickup point and review providers. Add a new provider here. */
export const apiProviders: ApiProviders = {
  payments: createPaymentProviders([offlinePaymentProvider]),
  pickupPoints: createPickupPointRegistry([estatePickupPointProvider]),
  reviews: createReviewProviders([createJsonReviewProvider(createPublicUrlFetcher())]),
};
