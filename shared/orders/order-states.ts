import type { DeliveryType } from '#shared/shipping/delivery-type.ts';

/**
 * The states of an order. PENDING: placed but not paid; PREPARING: staff pack it; READY: to be collected at the estate;
 * COMPLETED: received by the customer; CANCELLED: the stock was released; RETURNED: the goods came back to the estate,
 * which decides whether they return to stock.
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

/** The states without an outstanding delivery. Refunds may be due, and a COMPLETED order can become RETURNED. */
export const closedOrderStates = ['COMPLETED', 'CANCELLED', 'RETURNED'] as const satisfies readonly OrderState[];

/** The parties that can change the state of an order. `system` is a background job. */
export const orderActors = ['customer', 'staff', 'provider', 'system'] as const;
export type OrderActor = (typeof orderActors)[number];

/** The states that can follow each state of an order, with the actors that may make the change. */
const stateChanges: Record<OrderState, Partial<Record<OrderState, readonly OrderActor[]>>> = {
  PENDING: {
    PAID: ['staff', 'provider'],
    PREPARING: ['staff'],
    CANCELLED: ['customer', 'staff', 'system'],
  },
  PAID: { PREPARING: ['staff'], CANCELLED: ['staff'] },
  PREPARING: { READY: ['staff'], SHIPPED: ['staff'], COMPLETED: ['staff'], CANCELLED: ['staff'] },
  READY: { COMPLETED: ['staff'], CANCELLED: ['staff'] },
  SHIPPED: { COMPLETED: ['staff'], RETURNED: ['staff'] },
  COMPLETED: { RETURNED: ['staff'] },
  CANCELLED: {},
  RETURNED: {},
};

/** The delivery types to which an order state is limited. A state that is not listed applies to all delivery types. */
const deliveryTypesOf: Partial<Record<OrderState, readonly DeliveryType[]>> = {
  READY: ['CLICK_AND_COLLECT'],
  SHIPPED: ['DELIVERY', 'PICKUP'],
};

export const listNextOrderStates = (state: OrderState, delivery: DeliveryType, actor: OrderActor): OrderState[] =>
  orderStates.filter(
    (next) => stateChanges[state][next]?.includes(actor) && (deliveryTypesOf[next]?.includes(delivery) ?? true),
  );

/** Checks whether changing an order to the state `next` returns its items to stock. */
export const releasesStock = (next: OrderState): boolean => next === 'CANCELLED';
