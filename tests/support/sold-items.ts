import fc from 'fast-check';
import type { BoxContent, SoldItem, WantedLine } from '#shared/ordering/sold-item.ts';

/** A full bottle of a red for 10 euros, a hundred of them left; say only what matters to the test. */
export const soldBottle = (differs: Partial<SoldItem> = {}): SoldItem => ({
  id: 1,
  idProduct: differs.id ?? 1,
  type: 'WINE',
  isVintage: false,
  sellByMultipleOf: 1,
  price: 1000,
  discount: null,
  hasShippingFees: true,
  vatRate: 20,
  isAlcohol: true,
  setQuantity: true,
  quantity: 100,
  capacity: 75,
  capacityUnit: 'CENTILITRE',
  contents: [],
  ...differs,
});

export const boxContent = (idDeclination: number, quantity: number, differs: Partial<BoxContent> = {}): BoxContent => ({
  idDeclination,
  type: 'WINE',
  quantity,
  capacity: 75,
  capacityUnit: 'CENTILITRE',
  ...differs,
});

export const soldBox = (contents: readonly BoxContent[], differs: Partial<SoldItem> = {}): SoldItem =>
  soldBottle({ id: 90, type: 'BOX', price: 4000, contents, ...differs });

/** So many of something. */
export const line = (quantity: number, item: SoldItem = soldBottle()): WantedLine => ({ item, quantity });

const reductions = fc.record({
  type: fc.constantFrom('EURO' as const, 'PERCENTAGE' as const),
  amount: fc.integer({ min: 1, max: 12_000 }).map((hundredths) => hundredths / 100),
  detailType: fc.constantFrom('PRODUCT' as const, 'SHIPPING_FEES' as const),
});

/** Codes and discounts of all kinds, some larger than what they are taken from. */
export const anyReduction = fc.option(reductions);

const capacities = fc.constantFrom(
  { capacity: 75, capacityUnit: 'CENTILITRE' as const },
  { capacity: 37.5, capacityUnit: 'CENTILITRE' as const },
  { capacity: 0.7, capacityUnit: 'LITER' as const },
  { capacity: 1.5, capacityUnit: 'LITER' as const },
);

const contents = fc.uniqueArray(
  fc
    .record({ idDeclination: fc.integer({ min: 1, max: 6 }), quantity: fc.integer({ min: 1, max: 4 }) })
    .chain((content) => capacities.map((capacity) => ({ ...content, ...capacity, type: 'WINE' as const }))),
  { maxLength: 3, selector: ({ idDeclination }) => idDeclination },
);

const items = fc
  .record({
    id: fc.integer({ min: 1, max: 6 }),
    isBox: fc.boolean(),
    isVintage: fc.boolean(),
    sellByMultipleOf: fc.constantFrom(1, 2, 3, 6),
    price: fc.integer({ min: 0, max: 20_000 }),
    discount: anyReduction,
    hasShippingFees: fc.boolean(),
    vatRate: fc.constantFrom(20, 10, 5.5, 0),
    size: capacities,
    contents,
  })
  .map(({ isBox, size, contents: held, isVintage, id, ...item }) =>
    isBox
      ? soldBox(held, { ...item, id: 100 + id, isVintage: false })
      : soldBottle({ ...item, ...size, id, isVintage }),
  );

/** Carts of bottles and boxes, in and out of their step. */
export const anyLines = fc.array(fc.record({ item: items, quantity: fc.integer({ min: 1, max: 24 }) }), {
  maxLength: 6,
});

/** What is left of the declinations that those carts are of; one that it lacks is not counted. */
export const anyStock = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 40 })), { maxLength: 6 })
  .map((entries) => new Map(entries));
