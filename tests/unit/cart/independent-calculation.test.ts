import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { computeCartTotals, computeGoodsPriceAfterCode } from '#shared/cart/cart-totals.ts';
import type { LineIssue } from '#shared/cart/find-line-issues.ts';
import { toSellableItem } from '#shared/catalogue/sellable-item.ts';
import { type DeliveryChoice, decideOrder } from '#shared/checkout/order-decision.ts';
import { eurosToCents } from '#shared/money.ts';
import { countBottlesToShip } from '#shared/shipping/count-bottles-to-ship.ts';
import { type Carrier, listCarrierOffers, type ShippingRules } from '#shared/shipping/shipping.ts';
import { determineShippingZone } from '#shared/shipping/shipping-zone.ts';
import {
  createRandomPurchase,
  createRandomShop,
  type RandomShop,
  RandomSource,
} from '#tests/support/generators/random-shop.ts';
import {
  calculateBillForFee,
  calculateOrder,
  computeExpectedCarrierOffers,
  countBottles,
  type ExpectedLineIssue,
  type Purchase,
  type PurchaseDelivery,
  type ReferenceCarrier,
  type ReferenceResult,
  type ShippingSettings,
} from '#tests/support/generators/reference-calculator.ts';

const carrierOf = ({ id, deliveryType, rates }: ReferenceCarrier): Carrier => ({
  id,
  deliveryType,
  name: '',
  serviceCode: '',
  siteType: '',
  rates: rates.map(({ zones, brackets }) => ({
    zones,
    brackets: brackets.map(({ upTo, price }) => ({ upTo, price: eurosToCents(price) })),
  })),
});

const rulesOf = (settings: ShippingSettings): ShippingRules => ({
  freeFromBottles: settings.FREE_SHIPPING_BOTTLE ?? 0,
  freeFromGoods: eurosToCents(settings.FREE_SHIPPING_PRICE ?? 0),
  minBottles: settings.MINIMUM_EXPEDITION_BOTTLE ?? 0,
  maxBottles: settings.MAXIMUM_EXPEDITION_BOTTLE ?? 0,
  sellsWorldwide: settings.SELLS_WORLDWIDE ?? false,
});

const deliveryOf = (delivery: PurchaseDelivery): DeliveryChoice =>
  'idCarrier' in delivery
    ? { ...delivery, zone: determineShippingZone(delivery.country, delivery.postalCode) }
    : { type: delivery.type };

const expectedIssueOf = (issue: LineIssue): ExpectedLineIssue =>
  issue.kind === 'step' ? { index: issue.index, step: issue.step } : { index: issue.index, available: issue.available };

const linesOf = ({ lines }: Purchase) =>
  lines.map(({ product, variant, quantity }) => ({
    item: toSellableItem(product, variant),
    quantity,
  }));

/** Calculates an order by the production rules in `shared`. */
function actualResult(purchase: Purchase, shop: RandomShop): ReferenceResult {
  const decision = decideOrder({
    lines: linesOf(purchase),
    stock: shop.stock,
    delivery: deliveryOf(purchase.delivery),
    carriers: shop.carriers.map(carrierOf),
    rules: rulesOf(shop.settings),
    code: purchase.code,
  });
  if (decision.ok) return { refusal: null, bill: decision.totals };
  return {
    refusal: decision.refusal,
    lineIssues: decision.refusal === 'lines' ? decision.lines.map(expectedIssueOf) : [],
  };
}

function actualOffers(purchase: Purchase, shop: RandomShop) {
  const lines = linesOf(purchase);
  const { delivery, code } = purchase;
  if (!('country' in delivery)) return [];
  const zone = determineShippingZone(delivery.country, delivery.postalCode);
  const cart = { lines, goods: computeGoodsPriceAfterCode(lines, code) };
  return listCarrierOffers(shop.carriers.map(carrierOf), zone, cart, rulesOf(shop.settings)).map(
    ({ carrier: { id, deliveryType }, shippingFee, price }) => ({ id, deliveryType, shippingFee, price }),
  );
}

/**
 * Compares both calculations.
 * @returns the results that differ, each as a pair of the production result and the reference result
 */
function differencesIn(purchase: Purchase, result: ReferenceResult, shop: RandomShop, fee: number) {
  const { lines: purchased, code, delivery } = purchase;
  const lines = linesOf(purchase);
  const pairs: Record<string, [unknown, unknown]> = {
    bottles: [countBottlesToShip(lines), countBottles(purchased)],
    result: [actualResult(purchase, shop), result],
  };
  if (purchased.length > 0)
    pairs[`bill with a fee of ${fee}`] = [
      computeCartTotals(lines, code, fee),
      calculateBillForFee(purchased, code, fee),
    ];
  if ('country' in delivery)
    pairs.offers = [actualOffers(purchase, shop), computeExpectedCarrierOffers(purchased, code, delivery, shop)];
  return Object.entries(pairs).filter(([, [actual, expected]]) => !isDeepStrictEqual(actual, expected));
}

test('the rules agree with an independent calculator to the cent for 10,000 random carts', () => {
  const outcomes = new Map<string | null, number>();
  let shop = createRandomShop(new RandomSource(0));
  for (let cart = 1; cart <= 10_000; cart += 1) {
    const random = new RandomSource(cart);
    if (cart % 25 === 0) shop = createRandomShop(random);
    const purchase = createRandomPurchase(random, shop);
    const result = calculateOrder(purchase, shop);
    const differences = differencesIn(purchase, result, shop, random.integer(0, 5000));
    if (differences.length > 0) expect({ cart, purchase, differences }).toEqual({ cart, purchase, differences: [] });
    outcomes.set(result.refusal, (outcomes.get(result.refusal) ?? 0) + 1);
  }
  // The random purchases must contain each outcome often enough to test it.
  const refusals = [
    null,
    'empty',
    'lines',
    'needs_delivery',
    'too_few_bottles',
    'too_many_bottles',
    'too_many_vouchers',
    'no_carrier',
  ];
  expect([...outcomes.keys()].sort()).toEqual([...refusals].sort());
  expect(outcomes.get(null)).toBeGreaterThan(2500);
  for (const count of outcomes.values()) expect(count).toBeGreaterThan(50);
}, 120_000);
