import type { BoxedProduct, Discount, Product } from '#shared/catalogue/catalogue-contract.ts';
import { bottle, wine } from '#tests/unit/catalogue/sample-products.ts';
import type { CarrierRates, Code, Delivery, Purchase, PurchaseLine, Settings, Shop } from './reference-calculator.ts';

/** Numbers from 0 up to 1 that are the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Choices that all hang on one seed. */
export class RandomSource {
  readonly #next: () => number;
  constructor(seed: number) {
    this.#next = seededRandom(seed);
  }
  /** From `least` to `most`, both included. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.#next() * (most - least + 1));
  }
  pick<T>(choices: readonly T[]): T {
    return choices[this.integer(0, choices.length - 1)] as T;
  }
  /** So many times in a hundred. */
  chance(percent: number): boolean {
    return this.integer(1, 100) <= percent;
  }
}

const randomEuros = (dice: RandomSource, most: number): number => dice.integer(0, most * 100) / 100;

/** Amounts that are easy to get wrong stand beside any others. */
function randomReduction(dice: RandomSource): Code {
  const type = dice.pick(['EURO', 'PERCENTAGE'] as const);
  const amount =
    type === 'EURO'
      ? dice.pick([0.01, 1.005, 2.5, 20, 500, randomEuros(dice, 40) + 0.01])
      : dice.pick([5, 12.5, 33.33, 66.67, 99.99, 100, dice.integer(1, 9999) / 100]);
  return { type, amount: Number(amount.toFixed(3)), detailType: dice.chance(25) ? 'SHIPPING_FEES' : 'PRODUCT' };
}

const randomDiscount = (dice: RandomSource): Discount | null =>
  dice.chance(35) ? { id: dice.integer(1, 99), code: null, ...randomReduction(dice) } : null;

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

function randomBottledProduct(dice: RandomSource, id: number, setQuantity: boolean): Product {
  const declination = Array.from({ length: dice.integer(1, 3) }, (_, index) =>
    bottle({
      id: id * 10 + index,
      price: randomEuros(dice, dice.pick([1, 20, 20, 20, 300])),
      discount: randomDiscount(dice),
      sellByMultipleOf: dice.pick([1, 1, 2, 3, 6]),
      setQuantity,
      ...dice.pick(sizes),
    }),
  );
  return wine({
    ...{ id, idProduct: id, declination, setQuantity },
    isVintage: dice.chance(60),
    discount: randomDiscount(dice),
    hasShippingFees: dice.chance(85),
    vatRate: dice.pick([20, 20, 20, 10, 5.5, 2.1, 0]),
  });
}

const randomBoxContents = (dice: RandomSource, products: readonly Product[]): BoxedProduct[] =>
  products
    .filter(() => dice.chance(30))
    .map(({ id, slug, name, kind, declination }) => {
      const { id: idDeclination, year, capacity, capacityUnit } = dice.pick(declination);
      const quantity = dice.integer(1, 6);
      return { idProduct: id, idDeclination, slug, name, kind, type: 'WINE', quantity, year, capacity, capacityUnit };
    });

function randomBoxProduct(dice: RandomSource, id: number, setQuantity: boolean, bottles: readonly Product[]): Product {
  const held = randomBoxContents(dice, bottles);
  const own = bottle({
    id: id * 10,
    price: randomEuros(dice, 200),
    discount: randomDiscount(dice),
    setQuantity,
    capacity: 20,
  });
  return wine({
    ...{ id, idProduct: id, type: { type: 'BOX' }, kind: 'box', isVintage: false, declination: [own], setQuantity },
    products: held.length > 0 ? held : randomBoxContents(new RandomSource(id), bottles.concat(bottles)).slice(0, 1),
    discount: randomDiscount(dice),
    hasShippingFees: dice.chance(85),
    vatRate: dice.pick([20, 20, 5.5]),
  });
}

const zones = ['FR-MAINLAND', 'FR-CORSICA', 'FR-OVERSEAS', 'MC', 'BE', 'DE', 'WORLD'] as const;

function randomCarrier(dice: RandomSource, id: number): CarrierRates {
  const named = zones.filter((zone) => dice.chance(zone === 'FR-MAINLAND' ? 95 : 40));
  const rates = named.map((zone) => {
    let upTo = 0;
    const brackets = Array.from({ length: dice.integer(1, 4) }, () => {
      upTo += dice.integer(1, 60);
      return { upTo: upTo as number | null, price: dice.pick([0, 5.9, 10, randomEuros(dice, 60)]) };
    });
    const last = brackets.at(-1);
    if (last && dice.chance(40)) last.upTo = null;
    return { zones: [zone], brackets };
  });
  return { id, deliveryType: dice.pick(['DELIVERY', 'PICKUP'] as const), rates };
}

function randomSettings(dice: RandomSource): Settings {
  const set: Settings = { SELLS_WORLDWIDE: dice.chance(50) };
  if (dice.chance(50)) set.FREE_SHIPPING_BOTTLE = dice.pick([0, 6, 12, 24, 36]);
  if (dice.chance(50)) set.FREE_SHIPPING_PRICE = dice.pick([0, 50, 149.99, 300, randomEuros(dice, 400)]);
  if (dice.chance(25)) set.MINIMUM_EXPEDITION_BOTTLE = dice.pick([0, 1, 3, 6]);
  if (dice.chance(25)) set.MAXIMUM_EXPEDITION_BOTTLE = dice.pick([0, 24, 36, 60]);
  return set;
}

export interface RandomShop extends Shop {
  products: Product[];
}

/** An estate with bottles of all sizes, boxes of them, discounts, carriers and rules. Products are numbered after `last`. */
export function randomShop(dice: RandomSource, last = 0): RandomShop {
  const isCounted = dice.chance(65);
  const bottles = Array.from({ length: 7 }, (_, index) => randomBottledProduct(dice, last + index + 1, isCounted));
  const boxes = [8, 9].map((id) => randomBoxProduct(dice, last + id, isCounted, bottles));
  const ids = bottles.flatMap(({ declination }) => declination.map(({ id }) => id));
  return {
    products: [...bottles, ...boxes],
    carriers: [1, 2, 3, 4].map((id) => randomCarrier(dice, id)),
    settings: randomSettings(dice),
    stock: new Map(isCounted ? ids.map((id) => [id, dice.pick([0, 12, 100, 100, 400, 2000])]) : []),
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

function randomDelivery(dice: RandomSource, { carriers }: Shop): Delivery {
  if (dice.chance(15)) return { type: 'CLICK_AND_COLLECT' };
  if (dice.chance(8)) return { type: 'NO_DELIVERY' };
  const [country, postalCode] = dice.chance(60) ? (['FR', '16100'] as const) : dice.pick(places);
  const chosen = carriers[dice.integer(0, carriers.length)];
  const deliveryType = chosen && dice.chance(95) ? chosen.deliveryType : dice.pick(['DELIVERY', 'PICKUP'] as const);
  return { type: deliveryType, idCarrier: chosen?.id ?? 99, country, postalCode };
}

function randomLine(dice: RandomSource, products: readonly Product[]): PurchaseLine {
  const product = dice.pick(products);
  const declination = dice.pick(product.declination);
  const step = product.isVintage ? declination.sellByMultipleOf : 1;
  const most = dice.pick([1, 3, 6, 6, 20]);
  return { product, declination, quantity: dice.chance(98) ? dice.integer(1, most) * step : dice.integer(1, 30) };
}

/** What somebody might want of those products; one and the same may be in several lines. */
export function randomPurchase(dice: RandomSource, shop: RandomShop): Purchase {
  return {
    lines: Array.from({ length: dice.chance(1) ? 0 : dice.integer(1, 5) }, () => randomLine(dice, shop.products)),
    code: dice.chance(55) ? randomReduction(dice) : null,
    delivery: randomDelivery(dice, shop),
  };
}
