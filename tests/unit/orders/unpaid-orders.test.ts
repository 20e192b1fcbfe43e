import { describe, expect, test } from 'vitest';
import {
  computePaymentDueAt,
  computeUnpaidLimitsPerNetwork,
  exceedsUnpaidOrderLimits,
  isPaymentReminderDue,
  toUnpaidOrderRules,
} from '#shared/orders/unpaid-orders.ts';

const rules = toUnpaidOrderRules({});
const at = (text: string) => Date.parse(`${text}:00Z`);
const timeZone = 'Europe/Paris';
const placedAt = at('2026-11-02T10:00');

describe('computePaymentDueAt', () => {
  test.each([
    ['is seven working days after a delivered order', 'TRANSFER', null, '2026-11-12T10:00'],
    ['is later for a cheque, which travels by post', 'CHEQUE', null, '2026-11-19T10:00'],
    ['is the end of the slot for payment at collection', 'AT_PICKUP', '2026-11-20T12:00', '2026-11-20T12:00'],
    ['is not after the slot of an order paid by transfer', 'TRANSFER', '2026-11-05T12:00', '2026-11-05T12:00'],
    ['is before a late slot of an order paid by transfer', 'TRANSFER', '2026-11-20T12:00', '2026-11-12T10:00'],
  ] as const)('%s', (_, method, slot, expected) =>
    expect(computePaymentDueAt({ placedAt, method, slotEnd: slot && at(slot), timeZone }, rules)).toBe(at(expected)),
  );

  test('is null if orders never lapse', () =>
    expect(
      computePaymentDueAt(
        { placedAt, method: 'TRANSFER', slotEnd: null, timeZone },
        toUnpaidOrderRules({ UNPAID_ORDER_DAYS: 0 }),
      ),
    ).toBeNull());
});

describe('isPaymentReminderDue', () => {
  const dueAt = at('2026-11-09T10:00');
  test.each([
    ['2026-11-07T09:59', false],
    ['2026-11-07T10:00', true],
    ['2026-11-09T09:59', true],
    ['2026-11-09T10:00', false],
  ])('returns at %s: %s', (now, expected) =>
    expect(isPaymentReminderDue({ placedAt, dueAt, now: at(now) }, rules)).toBe(expected),
  );

  test('is false for an order that lapses within the days of the reminder', () =>
    expect(isPaymentReminderDue({ placedAt, dueAt: placedAt + 86_400_000, now: placedAt + 1 }, rules)).toBe(false));

  test('is false without reminders', () => {
    const silent = toUnpaidOrderRules({ UNPAID_REMINDER_DAYS: 0 });
    expect(isPaymentReminderDue({ placedAt, dueAt, now: dueAt - 1 }, silent)).toBe(false);
  });
});

describe('exceedsUnpaidOrderLimits', () => {
  const limit = { orders: 3, bottles: 120 };
  test.each([
    ['the last order', { orders: 2, bottles: 12 }, 6, false],
    ['one order more', { orders: 3, bottles: 18 }, 6, true],
    ['the last bottle', { orders: 1, bottles: 100 }, 20, false],
    ['one bottle more', { orders: 1, bottles: 100 }, 21, true],
    ['a first order above the limit', { orders: 0, bottles: 0 }, 121, true],
  ])('%s', (_, open, bottles, expected) => expect(exceedsUnpaidOrderLimits(open, bottles, limit)).toBe(expected));

  test('0 disables a limit', () =>
    expect(exceedsUnpaidOrderLimits({ orders: 99, bottles: 9_999 }, 99, { orders: 0, bottles: 0 })).toBe(false));
});

test('the limit of a network is a multiple of that of a customer, and is disabled with it', () => {
  expect(computeUnpaidLimitsPerNetwork(rules)).toEqual({ orders: 50, bottles: 1_800 });
  expect(computeUnpaidLimitsPerNetwork(toUnpaidOrderRules({ UNPAID_ORDERS_PER_CUSTOMER: 0 })).orders).toBe(0);
});
