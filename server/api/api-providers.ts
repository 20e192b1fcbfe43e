import { createPublicUrlFetcher } from '#server/http/fetch-public-url.ts';
import { pickupPointServices } from './api-pickup-point-services.ts';
import { offlinePaymentProvider } from './payments/payment-provider.ts';
import { createPaymentProviders, type PaymentProviders } from './payments/payment-providers.ts';
import {
  createExternalReviewsReader,
  createJsonReviewProvider,
  type ExternalReviewsReader,
} from './reviews/external-reviews-reader.ts';
import { createPickupPointDirectory, type PickupPointDirectory } from './shipping/pickup-points.ts';

export interface ApiProviders {
  payments: PaymentProviders;
  pickupPoints: PickupPointDirectory;
  reviews: ExternalReviewsReader;
}

/**
 * The registered payment providers, review providers and pickup point services. Add new payment and review providers
 * here.
 */
export const apiProviders: ApiProviders = {
  payments: createPaymentProviders([offlinePaymentProvider]),
  pickupPoints: createPickupPointDirectory(pickupPointServices),
  reviews: createExternalReviewsReader([createJsonReviewProvider(createPublicUrlFetcher())]),
};
