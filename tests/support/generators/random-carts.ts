import type { BoxedProduct, Discount, Product } from '#shared/catalogue/catalogue-contract.ts';
import { bottle, wine } from '#tests/unit/catalogue/sample-products.ts';
import type { CarrierSheet, Code, Delivery, Purchase, Settings, Shop, Taken } from './independent-calculator.ts';

/** Numbers from 0 up to 1 that are the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Choices that all hang on one seed. */
export class Dice {
  readonly #next: () => number;
  constructor(seed: number) {
    this.#next = seeded(seed);
  }
  /** From `least` to `most`, both included. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.#next() * (most - least + 1));
  }
  oneOf<T>(choices: readonly T[]): T {
    return choices[this.whole(0, choices.length - 1)] as T;
  }
  /** So many times in a hundred. */
  falls(percent: number): boolean {
    return this.whole(1, 100) <= percent;
  }
}

const euros = (dice: Dice, most: number): number => dice.whole(0, most * 100) / 100;

/** Amounts that are easy to get wrong stand beside any others. */
function reduction(dice: Dice): Code {
  const type = dice.oneOf(['EURO', 'PERCENTAGE'] as const);
  const amount =
    type === 'EURO'
      ? dice.oneOf([0.01, 1.005, 2.5, 20, 500, euros(dice, 40) + 0.01])
      : dice.oneOf([5, 12.5, 33.33, 66.67, 99.99, 100, dice.whole(1, 9999) / 100]);
  return { type, amount: Number(amount.toFixed(3)), detailType: dice.falls(25) ? 'SHIPPING_FEES' : 'PRODUCT' };
}

const discount = (dice: Dice): Discount | null =>
  dice.falls(35) ? { id: dice.whole(1, 99), code: null, ...reduction(dice) } : null;

const sizes = [
  { capacity: 75, capacityUnit: 'CENTILITRE' },
  { capacity: 0.75, capacityUnit: 'LITER' },
  { capacity: 37.5, capacityUnit: 'CENTILITRE' },
  { capacity: 0.375, capacityUnit: 'LITER' },
  { capacity: 0.7, capacityUnit: 'LITER' },
  { capacity: 74.9, capacityUnit: 'CENTILITRE' },
  { capacity: 1.5, capacityUnit: 'LITER' },
  { capacity: 150, capacityUnit: 'CENTILITRE' },
] as const;

function bottledProduct(dice: Dice, id: number, setQuantity: boolean): Product {
  const declination = Array.from({ length: dice.whole(1, 3) }, (_, index) =>
    bottle({
      id: id * 10 + index,
      price: euros(dice, dice.oneOf([1, 20, 20, 20, 300])),
      discount: discount(dice),
      sellByMultipleOf: dice.oneOf([1, 1, 2, 3, 6]),
      setQuantity,
      ...dice.oneOf(sizes),
    }),
  );
  return wine({
    ...{ id, idProduct: id, declination, setQuantity },
    isVintage: dice.falls(60),
    discount: discount(dice),
    hasShippingFees: dice.falls(85),
    vatRate: dice.oneOf([20, 20, 20, 10, 5.5, 2.1, 0]),
  });
}

const boxed = (dice: Dice, products: readonly Product[]): BoxedProduct[] =>
  products
    .filter(() => dice.falls(30))
    .map(({ id, slug, name, kind, declination }) => {
      const { id: idDeclination, year, capacity, capacityUnit } = dice.oneOf(declination);
      const quantity = dice.whole(1, 6);
      return { idProduct: id, idDeclination, slug, name, kind, type: 'WINE', quantity, year, capacity, capacityUnit };
    });

function boxProduct(dice: Dice, id: number, setQuantity: boolean, bottles: readonly Product[]): Product {
  const held = boxed(dice, bottles);
  const own = bottle({ id: id * 10, price: euros(dice, 200), discount: discount(dice), setQuantity, capacity: 20 });
  return wine({
    ...{ id, idProduct: id, type: { type: 'BOX' }, kind: 'box', isVintage: false, declination: [own], setQuantity },
    products: held.length > 0 ? held : boxed(new Dice(id), bottles.concat(bottles)).slice(0, 1),
    discount: discount(dice),
    hasShippingFees: dice.falls(85),
    vatRate: dice.oneOf([20, 20, 5.5]),
  });
}

const zones = ['FR-MAINLAND', 'FR-CORSICA', 'FR-OVERSEAS', 'MC', 'BE', 'DE', 'WORLD'] as const;

function carrier(dice: Dice, id: number): CarrierSheet {
  const named = zones.filter((zone) => dice.falls(zone === 'FR-MAINLAND' ? 95 : 40));
  const rates = named.map((zone) => {
    let upTo = 0;
    const brackets = Array.from({ length: dice.whole(1, 4) }, () => {
      upTo += dice.whole(1, 60);
      return { upTo: upTo as number | null, price: dice.oneOf([0, 5.9, 10, euros(dice, 60)]) };
    });
    const last = brackets.at(-1);
    if (last && dice.falls(40)) last.upTo = null;
    return { zones: [zone], brackets };
  });
  return { id, deliveryType: dice.oneOf(['DELIVERY', 'PICKUP'] as const), rates };
}

function settings(dice: Dice): Settings {
  const set: Settings = { SELLS_WORLDWIDE: dice.falls(50) };
  if (dice.falls(50)) set.FREE_SHIPPING_BOTTLE = dice.oneOf([0, 6, 12, 24, 36]);
  if (dice.falls(50)) set.FREE_SHIPPING_PRICE = dice.oneOf([0, 50, 149.99, 300, euros(dice, 400)]);
  if (dice.falls(25)) set.MINIMUM_EXPEDITION_BOTTLE = dice.oneOf([0, 1, 3, 6]);
  if (dice.falls(25)) set.MAXIMUM_EXPEDITION_BOTTLE = dice.oneOf([0, 24, 36, 60]);
  return set;
}

export interface RandomShop extends Shop {
  products: Product[];
}

/** An estate with bottles of all sizes, boxes of them, discounts, carriers and rules. Products are numbered after `last`. */
export function randomShop(dice: Dice, last = 0): RandomShop {
  const isCounted = dice.falls(65);
  const bottles = Array.from({ length: 7 }, (_, index) => bottledProduct(dice, last + index + 1, isCounted));
  const boxes = [8, 9].map((id) => boxProduct(dice, last + id, isCounted, bottles));
  const ids = bottles.flatMap(({ declination }) => declination.map(({ id }) => id));
  return {
    products: [...bottles, ...boxes],
    carriers: [1, 2, 3, 4].map((id) => carrier(dice, id)),
    settings: settings(dice),
    stock: new Map(isCounted ? ids.map((id) => [id, dice.oneOf([0, 12, 100, 100, 400, 2000])]) : []),
  };
}

const places: readonly (readonly [string, string])[] = [
  ['FR', '75001'],
  ['FR', '16100'],
  ['fr', '33 000'],
  ['FR', '20000'],
  ['FR', 'F-20600'],
  ['FR', '97400'],
  ['RE', '97400'],
  ['FR', '98000'],
  ['MC', '98000'],
  ['BE', '1000'],
  ['de', '20095'],
  ['JP', '100-0001'],
];

function delivery(dice: Dice, { carriers }: Shop): Delivery {
  if (dice.falls(15)) return { type: 'CLICK_AND_COLLECT' };
  if (dice.falls(8)) return { type: 'NO_DELIVERY' };
  const [country, postalCode] = dice.falls(60) ? (['FR', '16100'] as const) : dice.oneOf(places);
  const chosen = carriers[dice.whole(0, carriers.length)];
  const deliveryType = chosen && dice.falls(95) ? chosen.deliveryType : dice.oneOf(['DELIVERY', 'PICKUP'] as const);
  return { type: deliveryType, idCarrier: chosen?.id ?? 99, country, postalCode };
}

function taken(dice: Dice, products: readonly Product[]): Taken {
  const product = dice.oneOf(products);
  const declination = dice.oneOf(product.declination);
  const step = product.isVintage ? declination.sellByMultipleOf : 1;
  const most = dice.oneOf([1, 3, 6, 6, 20]);
  return { product, declination, quantity: dice.falls(98) ? dice.whole(1, most) * step : dice.whole(1, 30) };
}

/** What somebody might want of those products; one and the same may be in several lines. */
export function randomPurchase(dice: Dice, shop: RandomShop): Purchase {
  return {
    taken: Array.from({ length: dice.falls(1) ? 0 : dice.whole(1, 5) }, () => taken(dice, shop.products)),
    code: dice.falls(55) ? reduction(dice) : null,
    delivery: delivery(dice, shop),
  };
}
