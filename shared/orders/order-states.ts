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

const moves: Record<OrderState, readonly OrderState[]> = {
  PENDING: ['PAID', 'PREPARING', 'CANCELLED'],
  PAID: ['PREPARING', 'CANCELLED'],
  PREPARING: ['READY', 'SHIPPED', 'COMPLETED', 'CANCELLED'],
  READY: ['COMPLETED', 'CANCELLED'],
  SHIPPED: ['COMPLETED', 'RETURNED'],
  COMPLETED: ['RETURNED'],
  CANCELLED: [],
  RETURNED: [],
};

/** States that only some ways of delivery have. */
const statesOf: Partial<Record<OrderState, readonly DeliveryType[]>> = {
  READY: ['CLICK_AND_COLLECT'],
  SHIPPED: ['DELIVERY', 'PICKUP'],
};

/** The states that an order in `state` may go to. */
export const nextStates = (state: OrderState, delivery: DeliveryType): OrderState[] =>
  moves[state].filter((next) => statesOf[next]?.includes(delivery) ?? true);

/** Whether going to `next` gives the stock back what the order took. */
export const givesStockBack = (next: OrderState): boolean => next === 'CANCELLED';
