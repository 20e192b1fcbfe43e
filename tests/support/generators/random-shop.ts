import type { BoxedVariant, Discount, Product } from '#shared/catalogue/catalogue-contract.ts';
import { createSampleVariant, createSampleWine } from '#tests/support/fixtures/sample-products.ts';
import type {
  Purchase,
  PurchaseDelivery,
  PurchaseLine,
  ReferenceCarrier,
  ReferenceDiscountCode,
  ReferenceShop,
  ShippingSettings,
} from './reference-calculator.ts';

/** Creates a deterministic generator of numbers from 0 to below 1, by the algorithm mulberry32. */
function createSeededRandomFunction(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Makes random choices that a seed determines. */
export class RandomSource {
  readonly #next: () => number;
  constructor(seed: number) {
    this.#next = createSeededRandomFunction(seed);
  }
  /** Returns an integer from `min` to `max`, both included. */
  integer(min: number, max: number): number {
    return min + Math.floor(this.#next() * (max - min + 1));
  }
  pick<T>(choices: readonly T[]): T {
    return choices[this.integer(0, choices.length - 1)] as T;
  }
  /** Returns true with a probability of `percent` per cent. */
  chance(percent: number): boolean {
    return this.integer(1, 100) <= percent;
  }
}

const randomEuros = (random: RandomSource, max: number): number => random.integer(0, max * 100) / 100;

/** Creates a reduction, of a code or of a product, with a random amount or one that is prone to rounding errors. */
function randomReduction(random: RandomSource): ReferenceDiscountCode {
  const type = random.pick(['EURO', 'PERCENTAGE'] as const);
  const amount =
    type === 'EURO'
      ? random.pick([0.01, 1.005, 2.5, 20, 500, randomEuros(random, 40) + 0.01])
      : random.pick([5, 12.5, 33.33, 66.67, 99.99, 100, random.integer(1, 9999) / 100]);
  return { type, amount: Number(amount.toFixed(3)), detailType: random.chance(25) ? 'SHIPPING_FEES' : 'PRODUCT' };
}

const randomDiscount = (random: RandomSource): Discount | null =>
  random.chance(35) ? { id: random.integer(1, 99), code: null, ...randomReduction(random) } : null;

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

function randomBottledProduct(random: RandomSource, id: number, setQuantity: boolean): Product {
  const variants = Array.from({ length: random.integer(1, 3) }, (_, index) =>
    createSampleVariant({
      id: id * 10 + index,
      price: randomEuros(random, random.pick([1, 20, 20, 20, 300])),
      discount: randomDiscount(random),
      sellByMultipleOf: random.pick([1, 1, 2, 3, 6]),
      setQuantity,
      ...random.pick(sizes),
    }),
  );
  const isVoucher = random.chance(30);
  return createSampleWine({
    id,
    idProduct: id,
    kind: isVoucher ? 'voucher' : 'red',
    declination: variants,
    setQuantity,
    isVintage: random.chance(60),
    discount: randomDiscount(random),
    hasShippingFees: !isVoucher && random.chance(85),
    vatRate: random.pick([20, 20, 20, 10, 5.5, 2.1, 0]),
  });
}

const randomBoxContents = (random: RandomSource, products: readonly Product[]): BoxedVariant[] =>
  products
    .filter(() => random.chance(30))
    .map(({ id, slug, name, kind, declination: variants }) => {
      const { id: idDeclination, year, capacity, capacityUnit } = random.pick(variants);
      const quantity = random.integer(1, 6);
      return { idProduct: id, idDeclination, slug, name, kind, type: 'WINE', quantity, year, capacity, capacityUnit };
    });

function randomBoxProduct(
  random: RandomSource,
  id: number,
  setQuantity: boolean,
  bottles: readonly Product[],
): Product {
  const contents = randomBoxContents(random, bottles);
  const variant = createSampleVariant({
    id: id * 10,
    price: randomEuros(random, 200),
    discount: randomDiscount(random),
    setQuantity,
    capacity: 20,
  });
  return createSampleWine({
    id,
    idProduct: id,
    type: { type: 'BOX' },
    kind: 'box',
    isVintage: false,
    declination: [variant],
    setQuantity,
    products:
      contents.length > 0 ? contents : randomBoxContents(new RandomSource(id), bottles.concat(bottles)).slice(0, 1),
    discount: randomDiscount(random),
    hasShippingFees: random.chance(85),
    vatRate: random.pick([20, 20, 5.5]),
  });
}

const zones = ['FR-MAINLAND', 'FR-CORSICA', 'FR-OVERSEAS', 'CH', 'BE', 'DE', 'WORLD'] as const;

function randomCarrier(random: RandomSource, id: number): ReferenceCarrier {
  const servedZones = zones.filter((zone) => random.chance(zone === 'FR-MAINLAND' ? 95 : 40));
  const rates = servedZones.map((zone) => {
    let upTo = 0;
    const brackets = Array.from({ length: random.integer(1, 4) }, () => {
      upTo += random.integer(1, 60);
      return { upTo: upTo as number | null, price: random.pick([0, 5.9, 10, randomEuros(random, 60)]) };
    });
    const lastBracket = brackets.at(-1);
    if (lastBracket && random.chance(40)) lastBracket.upTo = null;
    return { zones: [zone], brackets };
  });
  return { id, deliveryType: random.pick(['DELIVERY', 'PICKUP'] as const), rates };
}

function randomSettings(random: RandomSource): ShippingSettings {
  const set: ShippingSettings = { SELLS_WORLDWIDE: random.chance(50) };
  if (random.chance(50)) set.FREE_SHIPPING_BOTTLE = random.pick([0, 6, 12, 24, 36]);
  if (random.chance(50)) set.FREE_SHIPPING_PRICE = random.pick([0, 50, 149.99, 300, randomEuros(random, 400)]);
  if (random.chance(25)) set.MINIMUM_EXPEDITION_BOTTLE = random.pick([0, 1, 3, 6]);
  if (random.chance(25)) set.MAXIMUM_EXPEDITION_BOTTLE = random.pick([0, 24, 36, 60]);
  return set;
}

export interface RandomShop extends ReferenceShop {
  products: Product[];
}

/**
 * Creates a shop with bottles of several sizes, vouchers, boxes, discounts, carriers and settings.
 * @param last the highest existing product id, after which the new ids start
 */
export function createRandomShop(random: RandomSource, last = 0): RandomShop {
  const isCounted = random.chance(65);
  const bottles = Array.from({ length: 7 }, (_, index) => randomBottledProduct(random, last + index + 1, isCounted));
  const boxes = [8, 9].map((id) => randomBoxProduct(random, last + id, isCounted, bottles));
  const ids = bottles.flatMap(({ declination: variants }) => variants.map(({ id }) => id));
  return {
    products: [...bottles, ...boxes],
    carriers: [1, 2, 3, 4].map((id) => randomCarrier(random, id)),
    settings: randomSettings(random),
    stock: new Map(isCounted ? ids.map((id) => [id, random.pick([0, 12, 100, 100, 400, 2000])]) : []),
  };
}

const destinations: readonly (readonly [string, string])[] = [
  ['FR', '75001'],
  ['FR', '16100'],
  ['fr', '33 000'],
  ['FR', '20000'],
  ['FR', 'F-20600'],
  ['FR', '97400'],
  ['RE', '97400'],
  ['FR', '98000'],
  ['FR', '1610'],
  ['FR', 'F-206000'],
  ['MC', '98000'],
  ['BE', '1000'],
  ['de', '20095'],
  ['JP', '100-0001'],
  ['CH', '1200'],
  ['IT', '00118'],
];

function randomDelivery(random: RandomSource, { carriers }: ReferenceShop): PurchaseDelivery {
  if (random.chance(15)) return { type: 'CLICK_AND_COLLECT' };
  if (random.chance(8)) return { type: 'NO_DELIVERY' };
  const [country, postalCode] = random.chance(60) ? (['FR', '16100'] as const) : random.pick(destinations);
  const chosen = carriers[random.integer(0, carriers.length)];
  const deliveryType = chosen && random.chance(95) ? chosen.deliveryType : random.pick(['DELIVERY', 'PICKUP'] as const);
  return { type: deliveryType, idCarrier: chosen?.id ?? 99, country, postalCode };
}

function randomLine(random: RandomSource, products: readonly Product[]): PurchaseLine {
  const product = random.pick(products);
  const variant = random.pick(product.declination);
  const step = product.isVintage ? variant.sellByMultipleOf : 1;
  const maxSteps = random.pick([1, 3, 6, 6, 20]);
  return {
    product,
    variant,
    quantity: random.chance(98) ? random.integer(1, maxSteps) * step : random.integer(1, 30),
  };
}

/** Creates a random order, in which several lines may have the same variant. */
export function createRandomPurchase(random: RandomSource, shop: RandomShop): Purchase {
  return {
    lines: Array.from({ length: random.chance(1) ? 0 : random.integer(1, 5) }, () => randomLine(random, shop.products)),
    code: random.chance(55) ? randomReduction(random) : null,
    delivery: randomDelivery(random, shop),
  };
}
