import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeCartTotals } from '#shared/cart/cart-totals.ts';
import { getQuantityStep, isPositiveMultipleOfStep } from '#shared/catalogue/quantity-step.ts';
import { findLinesExceedingStock } from '#shared/catalogue/required-stock.ts';
import { type DeliveryChoice, decideOrder, type OrderDecisionInput } from '#shared/checkout/order-decision.ts';
import type { Carrier, ShippingRules } from '#shared/shipping/shipping.ts';
import {
  cartLinesArbitrary,
  createSellableBottle,
  createSellableLine,
  createSellableVoucher,
  reductionArbitrary,
  stockArbitrary,
} from '#tests/support/fixtures/sellable-item-fixtures.ts';

const home: Carrier = {
  id: 1,
  name: 'Home',
  serviceCode: 'HOME',
  deliveryType: 'DELIVERY',
  siteType: 'WINEMAKER',
  rates: [{ zones: ['FR-MAINLAND'], brackets: [{ upTo: 60, price: 900 }] }],
};
const pickup: Carrier = { ...home, id: 2, name: 'Relay', serviceCode: 'RELAY', deliveryType: 'PICKUP' };
const noRules: ShippingRules = {
  freeFromBottles: 0,
  freeFromGoods: 0,
  minBottles: 0,
  maxBottles: 0,
  sellsWorldwide: false,
};
const toDoor: DeliveryChoice = { type: 'DELIVERY', zone: 'FR-MAINLAND', idCarrier: 1 };
const collected: DeliveryChoice = { type: 'CLICK_AND_COLLECT' };
const noDelivery: DeliveryChoice = { type: 'NO_DELIVERY' };

const orderRequest = (overrides: Partial<OrderDecisionInput> = {}): OrderDecisionInput => ({
  lines: [createSellableLine(3)],
  stock: new Map([[1, 10]]),
  delivery: toDoor,
  carriers: [home, pickup],
  rules: noRules,
  code: null,
  ...overrides,
});
const tickets = createSellableBottle({ id: 8, hasShippingFees: false });

describe('decideOrder: refusals', () => {
  test.each([
    ['rejects an empty order', { lines: [] }, { refusal: 'empty' }],
    [
      'rejects an order with issues in its lines',
      { lines: [createSellableLine(11)] },
      { refusal: 'lines', lines: [{ index: 0, kind: 'stock', available: 10 }] },
    ],
    ['rejects no delivery of products that need shipping', { delivery: noDelivery }, { refusal: 'needs_delivery' }],
    [
      'rejects no delivery of bottles without shipping fees',
      { lines: [createSellableLine(3, createSellableBottle({ hasShippingFees: false }))], delivery: noDelivery },
      { refusal: 'needs_delivery' },
    ],
    [
      'rejects no delivery of a voucher together with a bottle',
      {
        lines: [createSellableLine(1, createSellableVoucher({ id: 2 })), createSellableLine(3)],
        delivery: noDelivery,
      },
      { refusal: 'needs_delivery' },
    ],
    [
      'rejects more than 50 vouchers',
      { lines: [createSellableLine(51, createSellableVoucher({ id: 2 }))], delivery: noDelivery },
      { refusal: 'too_many_vouchers' },
    ],
    ['rejects an unknown carrier', { delivery: { ...toDoor, idCarrier: 9 } }, { refusal: 'no_carrier' }],
    [
      'rejects a carrier that does not serve the zone',
      { delivery: { ...toDoor, zone: 'BE' } },
      { refusal: 'no_carrier' },
    ],
    [
      'rejects pickup-point delivery by a home-delivery carrier',
      { delivery: { ...toDoor, type: 'PICKUP' as const } },
      { refusal: 'no_carrier' },
    ],
    [
      'rejects home delivery by a pickup-point carrier',
      { delivery: { ...toDoor, idCarrier: 2 } },
      { refusal: 'no_carrier' },
    ],
    [
      'rejects more bottles than the carrier ships',
      { lines: [createSellableLine(61)], stock: new Map() },
      { refusal: 'no_carrier' },
    ],
    ['rejects too few bottles', { rules: { ...noRules, minBottles: 6 } }, { refusal: 'too_few_bottles' }],
    ['rejects too many bottles', { rules: { ...noRules, maxBottles: 2 } }, { refusal: 'too_many_bottles' }],
    [
      'rejects too few bottles for pickup-point delivery',
      { delivery: { ...toDoor, type: 'PICKUP' as const, idCarrier: 2 }, rules: { ...noRules, minBottles: 6 } },
      { refusal: 'too_few_bottles' },
    ],
  ])('%s', (_, overrides, expected) =>
    expect(decideOrder(orderRequest(overrides))).toEqual({ ok: false, ...expected }),
  );
});

describe('decideOrder: fees', () => {
  const feeOf = (overrides: Partial<OrderDecisionInput>) => {
    const decision = decideOrder(orderRequest(overrides));
    return decision.ok ? [decision.totals.shippingFees, decision.totals.total] : decision.refusal;
  };
  const euros = (amount: number) => ({ type: 'EURO', amount, detailType: 'PRODUCT' }) as const;
  test.each([
    ['charges the fee for home delivery', {}, [900, 3900]],
    [
      'charges the fee for pickup-point delivery',
      { delivery: { ...toDoor, type: 'PICKUP' as const, idCarrier: 2 } },
      [900, 3900],
    ],
    ['charges no fee for click-and-collect', { delivery: collected }, [0, 3000]],
    [
      'applies no bottle limits to click-and-collect',
      { delivery: collected, rules: { ...noRules, minBottles: 6, maxBottles: 2 } },
      [0, 3000],
    ],
    [
      'charges no fee for vouchers that are sent by mail',
      { lines: [createSellableLine(3, createSellableVoucher())], delivery: noDelivery },
      [0, 3000],
    ],
    [
      'charges no fee for products without shipping that a carrier delivers',
      { lines: [createSellableLine(3, tickets)] },
      [0, 3000],
    ],
    [
      'charges no fee exactly at the limit for free shipping',
      { rules: { ...noRules, freeFromGoods: 3000 } },
      [0, 3000],
    ],
    [
      'charges the fee one cent below the limit for free shipping',
      { rules: { ...noRules, freeFromGoods: 3001 } },
      [900, 3900],
    ],
    [
      'charges the fee if a discount code brings the goods below the limit',
      { rules: { ...noRules, freeFromGoods: 3000 }, code: euros(0.01) },
      [900, 3899],
    ],
    [
      'charges no fee if a discount code on shipping leaves the goods at the limit',
      { rules: { ...noRules, freeFromGoods: 3000 }, code: { ...euros(5), detailType: 'SHIPPING_FEES' as const } },
      [0, 3000],
    ],
    ['charges the fee only if a discount code covers the goods', { code: euros(500) }, [900, 900]],
    [
      'accepts any quantity of products without a counted stock',
      { lines: [createSellableLine(50)], stock: new Map() },
      [900, 50_900],
    ],
  ])('%s', (_, overrides, expected) => expect(feeOf(overrides)).toEqual(expected));
});

test('decideOrder accepts exactly the orders with valid lines and a possible delivery', () => {
  const deliveries: fc.Arbitrary<DeliveryChoice> = fc.constantFrom(
    toDoor,
    { ...toDoor, zone: 'BE' },
    { ...toDoor, type: 'PICKUP' as const, idCarrier: 2 },
    collected,
    noDelivery,
  );
  const limits = fc.record({ minBottles: fc.nat(12), maxBottles: fc.nat(60) });
  fc.assert(
    fc.property(
      cartLinesArbitrary,
      stockArbitrary,
      deliveries,
      reductionArbitrary,
      limits,
      (lines, stock, delivery, code, limit) => {
        const rules = { ...noRules, ...limit };
        const decision = decideOrder(orderRequest({ lines, stock, delivery, code, rules }));
        const hasValidLines =
          lines.length > 0 &&
          lines.every(({ item, quantity }) => isPositiveMultipleOfStep(quantity, getQuantityStep(item))) &&
          findLinesExceedingStock(lines, stock).length === 0;
        const needsShipping = lines.some(({ item }) => item.hasShippingFees);
        const hasGoods = lines.some(({ item }) => item.kind !== 'voucher');
        const { bottles } = computeCartTotals(lines, null, 0);
        const vouchers = lines.filter(({ item }) => item.kind === 'voucher');
        const hasFewVouchers = vouchers.reduce((sum, { quantity }) => sum + quantity, 0) <= 50;
        const isDeliverable =
          delivery.type === 'CLICK_AND_COLLECT' ||
          (delivery.type === 'NO_DELIVERY'
            ? !hasGoods
            : delivery.zone === 'FR-MAINLAND' &&
              bottles <= 60 &&
              (!needsShipping ||
                (bottles >= limit.minBottles && (limit.maxBottles === 0 || bottles <= limit.maxBottles))));
        expect(decision.ok).toBe(hasValidLines && hasFewVouchers && isDeliverable);
        if (!decision.ok) return;
        expect(decision.totals).toEqual(computeCartTotals(lines, code, decision.offer?.shippingFee ?? 0));
        expect(decision.totals.total).toBeGreaterThanOrEqual(0);
      },
    ),
    { numRuns: 1000 },
  );
});
