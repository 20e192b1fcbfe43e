import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computePaidPriceOfUnits, countRefundedUnits } from '#shared/orders/refund.ts';

test('computePaidPriceOfUnits computes the price of units less their part of the discount code', () => {
  const order = {
    lines: [
      { total: 6_000, quantity: 6 },
      { total: 2_000, quantity: 1 },
    ],
    discount: 800,
  };
  expect(computePaidPriceOfUnits(order, [{ position: 0, quantity: 1 }], new Map())).toBe(900);
  expect(computePaidPriceOfUnits(order, [{ position: 1, quantity: 1 }], new Map())).toBe(1_800);
  expect(computePaidPriceOfUnits(order, [{ position: 2, quantity: 1 }], new Map())).toBe(0);
});

test('refunding all units one after the other gives exactly the price that was paid', () => {
  const line = fc.record({ total: fc.nat(100_000), quantity: fc.integer({ min: 1, max: 30 }) });
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), fc.nat(5_000), (lines, discount) => {
      const subtotal = lines.reduce((sum, { total }) => sum + total, 0);
      const refunds: { lines: { position: number; quantity: number }[] }[] = [];
      let refunded = 0;
      for (const [position, { quantity }] of lines.entries())
        for (let unit = 0; unit < quantity; unit++) {
          const units = [{ position, quantity: 1 }];
          refunded += computePaidPriceOfUnits({ lines, discount }, units, countRefundedUnits(refunds));
          refunds.push({ lines: units });
        }
      expect(refunded).toBe(subtotal - Math.min(discount, subtotal));
    }),
  );
});
