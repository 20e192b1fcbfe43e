import { describe, expect, test } from 'vitest';
import {
  givesStockBack,
  nextStates,
  type OrderActor,
  type OrderState,
  orderActors,
  orderStates,
} from '#shared/orders/order-states.ts';
import { fitsDelivery, paymentMethods } from '#shared/payments/payment-method.ts';
import { deliveryTypes } from '#shared/shipping/delivery-type.ts';

describe.each(deliveryTypes)('an order for %s', (delivery) => {
  const reachable = new Set<OrderState>(['PENDING']);
  for (const state of reachable) for (const next of nextStates(state, delivery, 'staff')) reachable.add(next);

  const foreign: Record<typeof delivery, OrderState[]> = {
    DELIVERY: ['READY'],
    PICKUP: ['READY'],
    CLICK_AND_COLLECT: ['SHIPPED'],
    NO_DELIVERY: ['READY', 'SHIPPED'],
  };

  test('can come to every state but those of other ways of delivery', () => {
    expect(orderStates.filter((state) => !reachable.has(state))).toEqual(foreign[delivery]);
  });

  test('never comes back to where it was', () => {
    for (const state of reachable) {
      const later = new Set(nextStates(state, delivery, 'staff'));
      for (const next of later) for (const beyond of nextStates(next, delivery, 'staff')) later.add(beyond);
      expect(later.has(state)).toBe(false);
    }
  });

  test('ends cancelled or returned', () => {
    const ends = [...reachable].filter((state) => nextStates(state, delivery, 'staff').length === 0);
    expect(ends.sort()).toEqual(['CANCELLED', 'RETURNED']);
  });

  test('gives its stock back at most once, and keeps no other state afterwards', () => {
    for (const state of reachable) if (givesStockBack(state)) expect(nextStates(state, delivery, 'staff')).toEqual([]);
  });

  test('cannot be cancelled once it is on its way or handed over', () => {
    for (const state of ['SHIPPED', 'COMPLETED'] as const)
      expect(nextStates(state, delivery, 'staff')).not.toContain('CANCELLED');
  });
});

describe('the moves of an actor', () => {
  const movesOf = (actor: OrderActor) =>
    orderStates.flatMap((state) => {
      const next = [...new Set(deliveryTypes.flatMap((delivery) => nextStates(state, delivery, actor)))];
      return next.length > 0 ? [[state, next] as const] : [];
    });
  const expected: Record<OrderActor, Partial<Record<OrderState, OrderState[]>>> = {
    customer: {},
    staff: {
      PENDING: ['PAID', 'PREPARING', 'CANCELLED'],
      PAID: ['PREPARING', 'CANCELLED'],
      PREPARING: ['READY', 'SHIPPED', 'COMPLETED', 'CANCELLED'],
      READY: ['COMPLETED', 'CANCELLED'],
      SHIPPED: ['COMPLETED', 'RETURNED'],
      COMPLETED: ['RETURNED'],
    },
    provider: { PENDING: ['PAID', 'CANCELLED'] },
    system: { PENDING: ['CANCELLED'] },
  };

  test.each(orderActors)('%s are those of the table', (actor) => {
    const moves = movesOf(actor).map(([state, next]) => [state, [...next].sort()]);
    const table = Object.entries(expected[actor]).map(([state, next]) => [state, [...next].sort()]);
    expect(Object.fromEntries(moves)).toEqual(Object.fromEntries(table));
  });
});

test('only a cancelled order gives its stock back', () => {
  expect(orderStates.filter(givesStockBack)).toEqual(['CANCELLED']);
});

test('only who fetches an order can pay when fetching it', () => {
  const fitting = Object.fromEntries(
    deliveryTypes.map((delivery) => [delivery, paymentMethods.filter((method) => fitsDelivery(method, delivery))]),
  );
  const atHome = ['TRANSFER', 'CHEQUE'];
  expect(fitting).toEqual({
    DELIVERY: atHome,
    PICKUP: atHome,
    NO_DELIVERY: atHome,
    CLICK_AND_COLLECT: [...atHome, 'AT_PICKUP'],
  });
});
