import type { PaymentProviders } from '#server/api/payments/payment-providers.ts';
import type { PickupPointDirectory } from '#server/api/shipping/pickup-points.ts';

/** The providers of payment methods and pickup points that an order can choose from. */
export interface CheckoutProviders {
  payments: PaymentProviders;
  pickupPoints: PickupPointDirectory;
}
