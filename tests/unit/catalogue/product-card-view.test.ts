import { describe, expect, test } from 'vitest';
import { scaleBottleHeight } from '#client/features/catalogue/ProductCard/scale-bottle-height.ts';
import { toProductCardView } from '#client/features/catalogue/product-card-view.ts';
import { summariseStock } from '#client/features/catalogue/stock-summary.ts';
import type { Award, Discount } from '#shared/catalogue/catalogue-contract.ts';
import { toPriceView } from '#shared/catalogue/price-view.ts';
import { createSampleVariant, createSampleWine } from '#tests/support/fixtures/sample-products.ts';

const tenth: Discount = { id: 1, type: 'PERCENTAGE', amount: 10, detailType: 'PRODUCT', code: null };
const medal = (overrides: Partial<Award>): Award => ({
  id: 1,
  idProduct: 7,
  name: 'Concours',
  medal: 'silver',
  distinction: 'Médaille d’argent',
  year: 2024,
  vintage: null,
  image: null,
  ...overrides,
});

describe('toPriceView', () => {
  test('omits the former price without a discount', () => {
    expect(toPriceView(createSampleWine(), createSampleVariant())).toEqual({ now: 1000, perLitre: 1333 });
  });

  test('relates a reduction to the lowest price of the 30 days before it', () => {
    expect(toPriceView(createSampleWine(), createSampleVariant({ discount: tenth, lowestPrice: 9.5 }))).toEqual({
      now: 900,
      before: 950,
      percent: 5,
      perLitre: 1200,
    });
  });

  test('announces no reduction if the price was as low in the 30 days before', () => {
    expect(toPriceView(createSampleWine(), createSampleVariant({ discount: tenth, lowestPrice: 9 }))).toEqual({
      now: 900,
      perLitre: 1200,
    });
  });

  test('applies the discount of the product if the variant has none', () => {
    expect(toPriceView(createSampleWine({ discount: tenth }), createSampleVariant()).now).toBe(900);
  });

  test('ignores a discount on shipping', () => {
    expect(
      toPriceView(createSampleWine({ discount: { ...tenth, detailType: 'SHIPPING_FEES' } }), createSampleVariant()),
    ).toEqual({
      now: 1000,
      perLitre: 1333,
    });
  });

  test('omits the price per litre of a box', () => {
    expect(toPriceView(createSampleWine({ type: { type: 'BOX' }, kind: 'box' }), createSampleVariant())).toEqual({
      now: 1000,
    });
  });

  test('omits the price per litre of a voucher', () => {
    expect(toPriceView(createSampleWine({ kind: 'voucher' }), createSampleVariant())).toEqual({ now: 1000 });
  });

  test('toProductCardView shows the price of the cheapest variant after discounts', () => {
    const card = toProductCardView(
      createSampleWine({
        declination: [createSampleVariant({ price: 10, discount: tenth }), createSampleVariant({ id: 2, price: 9.5 })],
      }),
      [],
    );
    expect(card.shown?.price.now).toBe(900);
    expect(card.shown?.hasSeveralPrices).toBe(true);
  });
});

describe('toProductCardView', () => {
  test('contains the step of the variant whose price it shows', () => {
    const halfBottles = createSampleVariant({ id: 2, price: 4.6, sellByMultipleOf: 6 });
    expect(
      toProductCardView(createSampleWine({ declination: [createSampleVariant(), halfBottles] }), []).shown?.step,
    ).toBe(6);
    expect(
      toProductCardView(createSampleWine({ declination: [createSampleVariant({ price: 4 }), halfBottles] }), []).shown,
    ).not.toHaveProperty('step');
  });

  test('lists distinct vintages, newest first, and formats, smallest first', () => {
    const declination = [
      createSampleVariant({ year: 2021 }),
      createSampleVariant({ id: 2, year: 2023 }),
      createSampleVariant({ id: 3, year: 2023, capacity: 1.5, capacityUnit: 'LITER' }),
    ];
    expect(toProductCardView(createSampleWine({ declination }), [])).toMatchObject({
      shown: { years: [2023, 2021], capacities: [75, 150] },
    });
  });

  test('shows the best award of its own product', () => {
    const awards = [
      medal({}),
      medal({ id: 2, medal: 'gold', distinction: 'Médaille d’or', year: 2022 }),
      medal({ id: 3, idProduct: 8, medal: 'gold', distinction: 'D’un autre' }),
    ];
    expect(toProductCardView(createSampleWine(), awards).shown?.award).toBe('Médaille d’or 2022');
  });

  test('contains no stock if the stock of one variant is not counted', () => {
    const declination = [createSampleVariant({ quantity: 0 }), createSampleVariant({ id: 2, setQuantity: false })];
    expect(toProductCardView(createSampleWine({ declination }), []).stock).toEqual([]);
  });
});

describe('summariseStock', () => {
  const counted = (id: number, quantity: number, step = 1) => ({ id, quantity, step });

  test.each([
    ['returns available without counted variants', [], 'available', 0],
    ['returns available if one variant is well stocked', [counted(1, 0), counted(2, 50)], 'available', 50],
    ['returns low if no variant is well stocked', [counted(1, 2), counted(2, 0)], 'low', 2],
    ['returns out if all variants are out of stock', [counted(1, 0), counted(2, 5, 6)], 'out', 0],
  ])('%s', (_, stocks, level, left) => expect(summariseStock(stocks, 12)).toEqual({ level, left }));

  test('prefers current quantities to those of the page', () => {
    expect(summariseStock([counted(1, 50)], 12, new Map([[1, 3]]))).toEqual({ level: 'low', left: 3 });
    expect(summariseStock([counted(1, 50)], 12, new Map([[1, 0]])).level).toBe('out');
  });
});

describe('scaleBottleHeight', () => {
  test('orders half bottle, bottle and magnum by height', () => {
    expect([1600, 2000, 2450].map(scaleBottleHeight)).toEqual([64, 80, 92]);
  });

  test('returns only heights that the styles define', () => {
    for (let pixels = 0; pixels < 6000; pixels += 37) {
      expect(scaleBottleHeight(pixels) % 4).toBe(0);
      expect(scaleBottleHeight(pixels)).toBeGreaterThanOrEqual(40);
      expect(scaleBottleHeight(pixels)).toBeLessThanOrEqual(92);
    }
  });
});
