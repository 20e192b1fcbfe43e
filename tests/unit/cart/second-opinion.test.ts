import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { cartTotals, goodsAfterCode } from '#shared/cart/cart-totals.ts';
import type { LineFault } from '#shared/cart/line-faults.ts';
import { soldItemOf } from '#shared/catalogue/sold-item.ts';
import { decideOrder, type WantedDelivery } from '#shared/checkout/order-decision.ts';
import { eurosToCents } from '#shared/money.ts';
import { bottleCount } from '#shared/shipping/bottle-count.ts';
import { type Carrier, carrierOffers, type ShippingRules } from '#shared/shipping/shipping.ts';
import { shippingZone } from '#shared/shipping/shipping-zone.ts';
import {
  billOf,
  bottlesOf,
  type CarrierSheet,
  type Delivery,
  judge,
  offersFor,
  type Purchase,
  type Settings,
  type Verdict,
  type Wrong,
} from '#tests/support/generators/independent-calculator.ts';
import { Dice, type RandomShop, randomPurchase, randomShop } from '#tests/support/generators/random-carts.ts';

const carrierOf = ({ id, deliveryType, rates }: CarrierSheet): Carrier => ({
  ...{ id, deliveryType, name: '', serviceCode: '', siteType: '' },
  rates: rates.map(({ zones, brackets }) => ({
    zones,
    brackets: brackets.map(({ upTo, price }) => ({ upTo, price: eurosToCents(price) })),
  })),
});

const rulesOf = (settings: Settings): ShippingRules => ({
  freeFromBottles: settings.FREE_SHIPPING_BOTTLE ?? 0,
  freeFromGoods: eurosToCents(settings.FREE_SHIPPING_PRICE ?? 0),
  leastBottles: settings.MINIMUM_EXPEDITION_BOTTLE ?? 0,
  mostBottles: settings.MAXIMUM_EXPEDITION_BOTTLE ?? 0,
  sellsWorldwide: settings.SELLS_WORLDWIDE ?? false,
});

const deliveryOf = (delivery: Delivery): WantedDelivery =>
  'idCarrier' in delivery
    ? { ...delivery, zone: shippingZone(delivery.country, delivery.postalCode) }
    : { type: delivery.type };

const wrongOf = (fault: LineFault): Wrong =>
  fault.fault === 'step'
    ? { index: fault.index, step: fault.step }
    : { index: fault.index, available: fault.available };

const linesOf = ({ taken }: Purchase) =>
  taken.map(({ product, declination, quantity }) => ({ item: soldItemOf(product, declination), quantity }));

/** The verdict of the shop's own rules. */
function decided(purchase: Purchase, shop: RandomShop): Verdict {
  const decision = decideOrder({
    lines: linesOf(purchase),
    left: shop.stock,
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
    ({ carrier: { id, deliveryType }, fdp, price }) => ({ id, deliveryType, fdp, price }),
  );
}

/** What the two disagree about, each with what the rules say and the second opinion. */
function disagreements(purchase: Purchase, verdict: Verdict, shop: RandomShop, fee: number) {
  const { taken, code, delivery } = purchase;
  const lines = linesOf(purchase);
  const pairs: Record<string, [unknown, unknown]> = {
    bottles: [bottleCount(lines), bottlesOf(taken)],
    verdict: [decided(purchase, shop), verdict],
  };
  if (taken.length > 0) pairs[`bill with a fee of ${fee}`] = [cartTotals(lines, code, fee), billOf(taken, code, fee)];
  if ('country' in delivery) pairs.offers = [offered(purchase, shop), offersFor(taken, code, delivery, shop)];
  return Object.entries(pairs).filter(([, [ours, theirs]]) => !isDeepStrictEqual(ours, theirs));
}

test('ten thousand carts cost the same, to the cent, by another calculation', () => {
  const outcomes = new Map<string | null, number>();
  let shop = randomShop(new Dice(0));
  for (let cart = 1; cart <= 10_000; cart += 1) {
    const dice = new Dice(cart);
    if (cart % 25 === 0) shop = randomShop(dice);
    const purchase = randomPurchase(dice, shop);
    const verdict = judge(purchase, shop);
    const differing = disagreements(purchase, verdict, shop, dice.whole(0, 5000));
    if (differing.length > 0) expect({ cart, purchase, differing }).toEqual({ cart, purchase, differing: [] });
    outcomes.set(verdict.refusal, (outcomes.get(verdict.refusal) ?? 0) + 1);
  }
  // Every way in which an order can end has been looked at many times.
  const refusals = [null, 'empty', 'lines', 'needs_delivery', 'too_few_bottles', 'too_many_bottles', 'no_carrier'];
  expect([...outcomes.keys()].sort()).toEqual([...refusals].sort());
  expect(outcomes.get(null)).toBeGreaterThan(2500);
  for (const count of outcomes.values()) expect(count).toBeGreaterThan(50);
}, 120_000);
