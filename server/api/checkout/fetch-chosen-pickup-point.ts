import type { PickupPointDirectory, PickupPointRequestContext } from '#server/api/shipping/pickup-points.ts';
import type { PlaceOrderInput } from '#shared/checkout/checkout-contract.ts';
import type { PickupPoint } from '#shared/shipping/shipping-contract.ts';

/**
 * Requests the pickup point of an order from the service of the chosen carrier, before the order's transaction and its
 * locks begin; null if no service knows the point.
 */
export const fetchChosenPickupPoint = async (
  pickupPoints: PickupPointDirectory,
  call: Omit<PickupPointRequestContext, 'pickLanguage'>,
  { type, idCarrier, accessPoint }: PlaceOrderInput['delivery'],
): Promise<PickupPoint | null> =>
  type === 'PICKUP' && idCarrier !== undefined && accessPoint
    ? pickupPoints.findOfService(call, { id: accessPoint.id, carrierId: idCarrier })
    : null;
