import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { cartTotals, goodsAfterCode } from '#shared/cart/cart-totals.ts';
import type { LineIssue } from '#shared/cart/line-issues.ts';
import { toSellableItem } from '#shared/catalogue/sellable-item.ts';
import { type DeliveryChoice, decideOrder } from '#shared/checkout/order-decision.ts';
import { eurosToCents } from '#shared/money.ts';
import { bottleCount } from '#shared/shipping/bottle-count.ts';
import { type Carrier, carrierOffers, type ShippingRules } from '#shared/shipping/shipping.ts';
import { shippingZone } from '#shared/shipping/shipping-zone.ts';
import { type RandomShop, RandomSource, randomPurchase, randomShop } from '#tests/support/generators/random-shop.ts';
import {
  type CarrierRates,
  calculateBill,
  calculateOrder,
  countBottles,
  type Delivery,
  type ExpectedLineIssue,
  expectedCarrierOffers,
  type OrderResult,
  type Purchase,
  type Settings,
} from '#tests/support/generators/reference-calculator.ts';

const carrierOf = ({ id, deliveryType, rates }: CarrierRates): Carrier => ({
  ...{ id, deliveryType, name: '', serviceCode: '', siteType: '' },
  rates: rates.map(({ zones, brackets }) => ({
    zones,
    brackets: brackets.map(({ upTo, price }) => ({ upTo, price: eurosToCents(price) })),
  })),
});

const rulesOf = (settings: Settings): ShippingRules => ({
  freeFromBottles: settings.FREE_SHIPPING_BOTTLE ?? 0,
  freeFromGoods: eurosToCents(settings.FREE_SHIPPING_PRICE ?? 0),
  minBottles: settings.MINIMUM_EXPEDITION_BOTTLE ?? 0,
  maxBottles: settings.MAXIMUM_EXPEDITION_BOTTLE ?? 0,
  sellsWorldwide: settings.SELLS_WORLDWIDE ?? false,
});

const deliveryOf = (delivery: Delivery): DeliveryChoice =>
  'idCarrier' in delivery
    ? { ...delivery, zone: shippingZone(delivery.country, delivery.postalCode) }
    : { type: delivery.type };

const wrongOf = (fault: LineIssue): ExpectedLineIssue =>
  fault.fault === 'step'
    ? { index: fault.index, step: fault.step }
    : { index: fault.index, available: fault.available };

const linesOf = ({ lines }: Purchase) =>
  lines.map(({ product, declination, quantity }) => ({ item: toSellableItem(product, declination), quantity }));

/** The verdict of the shop's own rules. */
function decided(purchase: Purchase, shop: RandomShop): OrderResult {
  const decision = decideOrder({
    lines: linesOf(purchase),
    stock: shop.stock,
    delivery: deliveryOf(purchase.delivery),
    carriers: shop.carriers.map(carrierOf),
    rules: rulesOf(shop.settings),
    code: purchase.code,
  });
  if (decision.ok) return { refusal: null, bill: decision.totals };
  return { refusal: decision.refusal, wrong: decision.refusal === 'lines' ? decision.lines.map(wrongOf) : [] };
}

function offered(purchase: Purchase, shop: RandomShop) {
  const lines = linesOf(purchase);
  const { delivery, code } = purchase;
  if (!('country' in delivery)) return [];
  const zone = shippingZone(delivery.country, delivery.postalCode);
  const cart = { lines, goods: goodsAfterCode(lines, code) };
  return carrierOffers(shop.carriers.map(carrierOf), zone, cart, rulesOf(shop.settings)).map(
    ({ carrier: { id, deliveryType }, shippingFee: fdp, price }) => ({ id, deliveryType, fdp, price }),
  );
}

/** What the two disagree about, each with what the rules say and the second opinion. */
function disagreements(purchase: Purchase, verdict: OrderResult, shop: RandomShop, fee: number) {
  const { lines: purchased, code, delivery } = purchase;
  const lines = linesOf(purchase);
  const pairs: Record<string, [unknown, unknown]> = {
    bottles: [bottleCount(lines), countBottles(purchased)],
    verdict: [decided(purchase, shop), verdict],
  };
  if (purchased.length > 0)
    pairs[`bill with a fee of ${fee}`] = [cartTotals(lines, code, fee), calculateBill(purchased, code, fee)];
  if ('country' in delivery)
    pairs.offers = [offered(purchase, shop), expectedCarrierOffers(purchased, code, delivery, shop)];
  return Object.entries(pairs).filter(([, [ours, theirs]]) => !isDeepStrictEqual(ours, theirs));
}

test('ten thousand carts cost the same, to the cent, by another calculation', () => {
  const outcomes = new Map<string | null, number>();
  let shop = randomShop(new RandomSource(0));
  for (let cart = 1; cart <= 10_000; cart += 1) {
    const dice = new RandomSource(cart);
    if (cart % 25 === 0) shop = randomShop(dice);
    const purchase = randomPurchase(dice, shop);
    const verdict = calculateOrder(purchase, shop);
    const differing = disagreements(purchase, verdict, shop, dice.integer(0, 5000));
    if (differing.length > 0) expect({ cart, purchase, differing }).toEqual({ cart, purchase, differing: [] });
    outcomes.set(verdict.refusal, (outcomes.get(verdict.refusal) ?? 0) + 1);
  }
  // Every way in which an order can end has been looked at many times.
  const refusals = [null, 'empty', 'lines', 'needs_delivery', 'too_few_bottles', 'too_many_bottles', 'no_carrier'];
  expect([...outcomes.keys()].sort()).toEqual([...refusals].sort());
  expect(outcomes.get(null)).toBeGreaterThan(2500);
  for (const count of outcomes.values()) expect(count).toBeGreaterThan(50);
}, 120_000);
