import { describe, expect, test } from 'vitest';
import { parseTextToRefundableEuros, suggestRefundEuros } from '#client/admin/orders/OrderRefunds.tsx';
import type { StaffOrderView } from '#shared/orders/staff-order-view.ts';

const order = {
  products: [{ total: 60, quantity: 6 }],
  discount: 6,
  refunds: [{ lines: [{ position: 0, quantity: 2 }] }],
  refundable: 30,
} as unknown as StaffOrderView;

test('suggestRefundEuros suggests what was paid for the units, at most the refundable amount', () => {
  expect(suggestRefundEuros(order, { 0: 2 })).toBe(18);
  expect(suggestRefundEuros(order, { 0: 4 })).toBe(30);
  expect(suggestRefundEuros(order, {})).toBe(0);
});

describe('parseTextToRefundableEuros', () => {
  test('reads amounts with a decimal comma and a decimal point', () => {
    expect(['12,5', ' 12.50 ', '30'].map((text) => parseTextToRefundableEuros(text, 30))).toEqual([12.5, 12.5, 30]);
  });

  test('rejects amounts of 0, above the refundable amount and of a fraction of a cent', () => {
    for (const text of ['', '0', '30.01', '1.005', '-1', 'ten'])
      expect(parseTextToRefundableEuros(text, 30)).toBeNull();
  });
});
