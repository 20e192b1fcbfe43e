/**
 * Types of delivery: DELIVERY is to the door, PICKUP to a carrier's pickup point, and CLICK_AND_COLLECT is collection
 * at the estate.
 */
export const deliveryTypes = ['DELIVERY', 'PICKUP', 'CLICK_AND_COLLECT', 'NO_DELIVERY'] as const;
export type DeliveryType = (typeof deliveryTypes)[number];
