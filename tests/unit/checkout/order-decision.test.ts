import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cartTotals } from '#shared/cart/cart-totals.ts';
import { lineFaults } from '#shared/cart/line-faults.ts';
import { isInStep, quantityStep } from '#shared/cart/quantity.ts';
import { shortLines } from '#shared/catalogue/stock-need.ts';
import { decideOrder, type WantedDelivery, type WantedOrder } from '#shared/checkout/order-decision.ts';
import type { Carrier, ShippingRules } from '#shared/shipping/shipping.ts';
import {
  anyLines,
  anyReduction,
  anyStock,
  boxContent,
  line,
  soldBottle,
  soldBox,
} from '#tests/support/fixtures/sold-items.ts';

const home: Carrier = {
  id: 1,
  name: 'Home',
  serviceCode: 'HOME',
  deliveryType: 'DELIVERY',
  siteType: 'WINEMAKER',
  rates: [{ zones: ['FR-MAINLAND'], brackets: [{ upTo: 60, price: 900 }] }],
};
const relay: Carrier = { ...home, id: 2, name: 'Relay', serviceCode: 'RELAY', deliveryType: 'PICKUP' };
const noRules: ShippingRules = {
  freeFromBottles: 0,
  freeFromGoods: 0,
  leastBottles: 0,
  mostBottles: 0,
  sellsWorldwide: false,
};
const toDoor: WantedDelivery = { type: 'DELIVERY', zone: 'FR-MAINLAND', idCarrier: 1 };
const fetched: WantedDelivery = { type: 'CLICK_AND_COLLECT' };
const nothing: WantedDelivery = { type: 'NO_DELIVERY' };

const wanted = (differs: Partial<WantedOrder> = {}): WantedOrder => ({
  lines: [line(3)],
  left: new Map([[1, 10]]),
  delivery: toDoor,
  carriers: [home, relay],
  rules: noRules,
  code: null,
  ...differs,
});
const bySix = soldBottle({ id: 2, isVintage: true, sellByMultipleOf: 6 });
const tickets = soldBottle({ id: 8, hasShippingFees: false });

describe('faults of lines', () => {
  const left = new Map([
    [1, 10],
    [2, 15],
  ]);
  test.each([
    ['there are none where all is in step and in stock', [line(10), line(12, bySix)], []],
    ['a quantity out of step', [line(7, bySix)], [{ index: 0, fault: 'step', step: 6 }]],
    ['nought is out of step', [line(0)], [{ index: 0, fault: 'step', step: 1 }]],
    ['so is less', [line(-3)], [{ index: 0, fault: 'step', step: 1 }]],
    ['so is a fraction', [line(1.5)], [{ index: 0, fault: 'step', step: 1 }]],
    ['what is available is told in whole steps', [line(18, bySix)], [{ index: 0, fault: 'stock', available: 12 }]],
    [
      'which can be none',
      [line(12, bySix), line(6, bySix)],
      [
        { index: 0, fault: 'stock', available: 6 },
        { index: 1, fault: 'stock', available: 0 },
      ],
    ],
    ['of a line that is both, the step', [line(19, bySix)], [{ index: 0, fault: 'step', step: 6 }]],
    [
      'each line has its own, in their order',
      [line(11), line(7, bySix), line(1, soldBox([boxContent(1, 1)]))],
      [
        { index: 0, fault: 'stock', available: 9 },
        { index: 1, fault: 'step', step: 6 },
        { index: 2, fault: 'stock', available: 0 },
      ],
    ],
  ])('%s', (_, lines, expected) => expect(lineFaults(lines, left)).toEqual(expected));
});

describe('an order is refused', () => {
  test.each([
    ['of nothing', { lines: [] }, { refusal: 'empty' }],
    [
      'with faults in its lines',
      { lines: [line(11)] },
      { refusal: 'lines', lines: [{ index: 0, fault: 'stock', available: 10 }] },
    ],
    ['without delivery of what has to be shipped', { delivery: nothing }, { refusal: 'needs_delivery' }],
    ['by a carrier that there is not', { delivery: { ...toDoor, idCarrier: 9 } }, { refusal: 'no_carrier' }],
    ['by a carrier that does not go there', { delivery: { ...toDoor, zone: 'BE' } }, { refusal: 'no_carrier' }],
    [
      'to a relay point by a carrier to the door',
      { delivery: { ...toDoor, type: 'PICKUP' as const } },
      { refusal: 'no_carrier' },
    ],
    ['to the door by a carrier to relay points', { delivery: { ...toDoor, idCarrier: 2 } }, { refusal: 'no_carrier' }],
    ['of more than the carrier takes', { lines: [line(61)], left: new Map() }, { refusal: 'no_carrier' }],
    ['of too few bottles', { rules: { ...noRules, leastBottles: 6 } }, { refusal: 'too_few_bottles' }],
    ['of too many bottles', { rules: { ...noRules, mostBottles: 2 } }, { refusal: 'too_many_bottles' }],
    [
      'of too few bottles to a relay point too',
      { delivery: { ...toDoor, type: 'PICKUP' as const, idCarrier: 2 }, rules: { ...noRules, leastBottles: 6 } },
      { refusal: 'too_few_bottles' },
    ],
  ])('%s', (_, differs, expected) => expect(decideOrder(wanted(differs))).toEqual({ ok: false, ...expected }));
});

describe('an order is taken', () => {
  const feeOf = (differs: Partial<WantedOrder>) => {
    const decision = decideOrder(wanted(differs));
    return decision.ok ? [decision.totals.shippingFees, decision.totals.total] : decision.refusal;
  };
  const euros = (amount: number) => ({ type: 'EURO', amount, detailType: 'PRODUCT' }) as const;
  test.each([
    ['to the door', {}, [900, 3900]],
    ['to a relay point', { delivery: { ...toDoor, type: 'PICKUP' as const, idCarrier: 2 } }, [900, 3900]],
    ['to be fetched, without fee', { delivery: fetched }, [0, 3000]],
    [
      'to be fetched, however many bottles',
      { delivery: fetched, rules: { ...noRules, leastBottles: 6, mostBottles: 2 } },
      [0, 3000],
    ],
    ['of what needs no shipping, without delivery', { lines: [line(3, tickets)], delivery: nothing }, [0, 3000]],
    ['of what needs no shipping, without fee by a carrier too', { lines: [line(3, tickets)] }, [0, 3000]],
    ['free of shipping exactly at the limit', { rules: { ...noRules, freeFromGoods: 3000 } }, [0, 3000]],
    ['not a cent below it', { rules: { ...noRules, freeFromGoods: 3001 } }, [900, 3900]],
    [
      'where a code brings it below the limit',
      { rules: { ...noRules, freeFromGoods: 3000 }, code: euros(0.01) },
      [900, 3899],
    ],
    [
      'where a code on shipping leaves it at the limit',
      { rules: { ...noRules, freeFromGoods: 3000 }, code: { ...euros(5), detailType: 'SHIPPING_FEES' as const } },
      [0, 3000],
    ],
    ['for nothing but the fee', { code: euros(500) }, [900, 900]],
    ['without counting what is not counted', { lines: [line(50)], left: new Map() }, [900, 50_900]],
  ])('%s', (_, differs, expected) => expect(feeOf(differs)).toEqual(expected));
});

test('an order is taken exactly where its lines are right and somebody brings what has to be brought', () => {
  const deliveries: fc.Arbitrary<WantedDelivery> = fc.constantFrom(
    toDoor,
    { ...toDoor, zone: 'BE' },
    { ...toDoor, type: 'PICKUP' as const, idCarrier: 2 },
    fetched,
    nothing,
  );
  const limits = fc.record({ leastBottles: fc.nat(12), mostBottles: fc.nat(60) });
  fc.assert(
    fc.property(anyLines, anyStock, deliveries, anyReduction, limits, (lines, left, delivery, code, limit) => {
      const rules = { ...noRules, ...limit };
      const decision = decideOrder(wanted({ lines, left, delivery, code, rules }));
      const isRight =
        lines.length > 0 &&
        lines.every(({ item, quantity }) => isInStep(quantity, quantityStep(item))) &&
        shortLines(lines, left).length === 0;
      const shipped = lines.some(({ item }) => item.hasShippingFees);
      const { bottles } = cartTotals(lines, null, 0);
      const isBrought =
        delivery.type === 'CLICK_AND_COLLECT' ||
        (delivery.type === 'NO_DELIVERY'
          ? !shipped
          : delivery.zone === 'FR-MAINLAND' &&
            bottles <= 60 &&
            (!shipped || (bottles >= limit.leastBottles && (limit.mostBottles === 0 || bottles <= limit.mostBottles))));
      expect(decision.ok).toBe(isRight && isBrought);
      if (!decision.ok) return;
      expect(decision.totals).toEqual(cartTotals(lines, code, decision.offer?.fdp ?? 0));
      expect(decision.totals.total).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 1000 },
  );
});
