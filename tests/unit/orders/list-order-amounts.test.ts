import { expect, test } from 'vitest';
import { listOrderAmounts } from '#shared/orders/list-order-amounts.ts';

const order = {
  subtotal: 6_000,
  discount: 600,
  discountCode: 'WELCOME',
  isShipped: true,
  shippingFees: 890,
  total: 6_290,
  vat: [
    { rate: 20, vat: 900 },
    { rate: 5.5, vat: 100 },
    { rate: 0, vat: 0 },
  ],
};

test('lists subtotal, discount, shipping fee and total, then the VAT that the total contains', () => {
  expect(listOrderAmounts(order)).toEqual([
    { kind: 'subtotal', amount: 6_000 },
    { kind: 'discount', code: 'WELCOME', amount: 600 },
    { kind: 'shipping', amount: 890 },
    { kind: 'total', amount: 6_290 },
    { kind: 'vat', rate: 20, amount: 900 },
    { kind: 'vat', rate: 5.5, amount: 100 },
  ]);
});

test('lists no discount without a code and no fee without shipping', () => {
  const kinds = listOrderAmounts({ ...order, discountCode: null, isShipped: false, vat: [] }).map(({ kind }) => kind);
  expect(kinds).toEqual(['subtotal', 'total']);
});

test('lists free shipping, and a code that deducts nothing', () => {
  const amounts = listOrderAmounts({ ...order, discount: 0, shippingFees: 0, vat: [] });
  expect(amounts.map(({ kind }) => kind)).toEqual(['subtotal', 'discount', 'shipping', 'total']);
});
