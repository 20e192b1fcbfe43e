import { describe, expect, test } from 'vitest';
import {
  listNextOrderStates,
  type OrderActor,
  type OrderState,
  orderActors,
  orderStates,
  releasesStock,
} from '#shared/orders/order-states.ts';
import { isMethodAllowed, paymentMethods } from '#shared/payments/payment-method.ts';
import { deliveryTypes } from '#shared/shipping/delivery-type.ts';

describe.each(deliveryTypes)('an order for %s', (delivery) => {
  const reachable = new Set<OrderState>(['PENDING']);
  for (const state of reachable) for (const next of listNextOrderStates(state, delivery, 'staff')) reachable.add(next);

  const unreachable: Record<typeof delivery, OrderState[]> = {
    DELIVERY: ['READY'],
    PICKUP: ['READY'],
    CLICK_AND_COLLECT: ['SHIPPED'],
    NO_DELIVERY: ['READY', 'SHIPPED'],
  };

  test('reaches every state except those of other delivery types', () => {
    expect(orderStates.filter((state) => !reachable.has(state))).toEqual(unreachable[delivery]);
  });

  test('never returns to an earlier state', () => {
    for (const state of reachable) {
      const later = new Set(listNextOrderStates(state, delivery, 'staff'));
      for (const next of later) for (const beyond of listNextOrderStates(next, delivery, 'staff')) later.add(beyond);
      expect(later.has(state)).toBe(false);
    }
  });

  test('ends in CANCELLED or RETURNED', () => {
    const finalStates = [...reachable].filter((state) => listNextOrderStates(state, delivery, 'staff').length === 0);
    expect(finalStates.sort()).toEqual(['CANCELLED', 'RETURNED']);
  });

  test('has no next state once its stock is given back', () => {
    for (const state of reachable)
      if (releasesStock(state)) expect(listNextOrderStates(state, delivery, 'staff')).toEqual([]);
  });

  test('cannot be cancelled once it is shipped or completed', () => {
    for (const state of ['SHIPPED', 'COMPLETED'] as const)
      expect(listNextOrderStates(state, delivery, 'staff')).not.toContain('CANCELLED');
  });
});

describe('listNextOrderStates', () => {
  const transitionsOf = (actor: OrderActor) =>
    orderStates.flatMap((state) => {
      const next = [...new Set(deliveryTypes.flatMap((delivery) => listNextOrderStates(state, delivery, actor)))];
      return next.length > 0 ? [[state, next] as const] : [];
    });
  const expected: Record<OrderActor, Partial<Record<OrderState, OrderState[]>>> = {
    customer: { PENDING: ['CANCELLED'] },
    staff: {
      PENDING: ['PAID', 'PREPARING', 'CANCELLED'],
      PAID: ['PREPARING', 'CANCELLED'],
      PREPARING: ['READY', 'SHIPPED', 'COMPLETED', 'CANCELLED'],
      READY: ['COMPLETED', 'CANCELLED'],
      SHIPPED: ['COMPLETED', 'RETURNED'],
      COMPLETED: ['RETURNED'],
    },
    provider: { PENDING: ['PAID'] },
    system: { PENDING: ['CANCELLED'] },
  };

  test.each(orderActors)('allows the actor %s exactly the transitions of the table', (actor) => {
    const transitions = transitionsOf(actor).map(([state, next]) => [state, [...next].sort()]);
    const table = Object.entries(expected[actor]).map(([state, next]) => [state, [...next].sort()]);
    expect(Object.fromEntries(transitions)).toEqual(Object.fromEntries(table));
  });
});

test('releasesStock returns true for a cancelled order only', () => {
  expect(orderStates.filter(releasesStock)).toEqual(['CANCELLED']);
});

test('isMethodAllowed allows payment on collection for click-and-collect only', () => {
  for (const method of paymentMethods)
    expect([method, deliveryTypes.filter((delivery) => isMethodAllowed(method, delivery))]).toEqual([
      method,
      method === 'AT_PICKUP' ? ['CLICK_AND_COLLECT'] : [...deliveryTypes],
    ]);
});
