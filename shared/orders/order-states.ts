import type { DeliveryType } from '#shared/shipping/delivery-type.ts';

/**
 * PENDING: placed, not paid. PAID. PREPARING. READY: waits for the customer at the estate. SHIPPED. COMPLETED: in the
 * customer's hands. CANCELLED: the stock has it back. RETURNED: the goods came back; what becomes of them is the
 * estate's to say.
 */
export const orderStates = [
  'PENDING',
  'PAID',
  'PREPARING',
  'READY',
  'SHIPPED',
  'COMPLETED',
  'CANCELLED',
  'RETURNED',
] as const;
export type OrderState = (typeof orderStates)[number];

/** The party that moves an order: a payment provider, or the system itself, such as by a job. */
export const orderActors = ['customer', 'staff', 'provider', 'system'] as const;
export type OrderActor = (typeof orderActors)[number];

/** The moves from each state, each with the actors that may make it. */
const moves: Record<OrderState, Partial<Record<OrderState, readonly OrderActor[]>>> = {
  PENDING: { PAID: ['staff', 'provider'], PREPARING: ['staff'], CANCELLED: ['staff', 'provider', 'system'] },
  PAID: { PREPARING: ['staff'], CANCELLED: ['staff'] },
  PREPARING: { READY: ['staff'], SHIPPED: ['staff'], COMPLETED: ['staff'], CANCELLED: ['staff'] },
  READY: { COMPLETED: ['staff'], CANCELLED: ['staff'] },
  SHIPPED: { COMPLETED: ['staff'], RETURNED: ['staff'] },
  COMPLETED: { RETURNED: ['staff'] },
  CANCELLED: {},
  RETURNED: {},
};

/** The delivery types of states that not all of them have. */
const deliveryTypesOf: Partial<Record<OrderState, readonly DeliveryType[]>> = {
  READY: ['CLICK_AND_COLLECT'],
  SHIPPED: ['DELIVERY', 'PICKUP'],
};

/** The states to which `actor` may move an order. */
export const nextStates = (state: OrderState, delivery: DeliveryType, actor: OrderActor): OrderState[] =>
  orderStates.filter(
    (next) => moves[state][next]?.includes(actor) && (deliveryTypesOf[next]?.includes(delivery) ?? true),
  );

/** Cancelling returns to stock what the order took from it. */
export const releasesStock = (next: OrderState): boolean => next === 'CANCELLED';
