/** PICKUP is at a pickup point of a carrier, CLICK_AND_COLLECT at the estate. */
export const deliveryTypes = ['DELIVERY', 'PICKUP', 'CLICK_AND_COLLECT', 'NO_DELIVERY'] as const;
export type DeliveryType = (typeof deliveryTypes)[number];
