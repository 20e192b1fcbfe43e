import type { PaymentProviders } from '#server/api/payments/payment-providers.ts';
import type { PickupPoints } from '#server/api/shipping/pickup-points.ts';

/** The registries that an order is checked against. */
export interface CheckoutProviders {
  payments: PaymentProviders;
  pickupPoints: PickupPoints;
}
