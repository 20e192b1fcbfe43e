/**
 * Types of delivery: DELIVERY is to the door, PICKUP to a carrier's pickup point, CLICK_AND_COLLECT is collection at
 * the estate, and NO_DELIVERY is for orders of nothing but vouchers, which are sent by mail.
 */
export const deliveryTypes = ['DELIVERY', 'PICKUP', 'CLICK_AND_COLLECT', 'NO_DELIVERY'] as const;
export type DeliveryType = (typeof deliveryTypes)[number];
