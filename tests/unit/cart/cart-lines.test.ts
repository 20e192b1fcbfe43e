import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { addToCart, describeStockLimit } from '#client/features/cart/add-to-cart/add-to-cart.ts';
import { computeRemainingQuantity, countCartItems, getMaxLineQuantity } from '#client/features/cart/cart-lines.ts';
import { createCartStore } from '#client/features/cart/cart-store.tsx';
import { findCartLineIssue } from '#client/features/cart/find-cart-line-issue.ts';
import { findLineChanges } from '#client/features/cart/find-line-changes.ts';
import type { CartLine } from '#client/features/cart/persisted-cart.ts';
import type { Product, Variant } from '#shared/catalogue/catalogue-contract.ts';
import { createSampleVariant, createSampleWine } from '#tests/support/fixtures/sample-products.ts';

beforeEach(() => vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} }));
afterEach(() => vi.unstubAllGlobals());

const product = (variant: Partial<Variant> = {}, overrides: Partial<Product> = {}): Product =>
  createSampleWine({ declination: [createSampleVariant({ id: 1, ...variant })], ...overrides });
const line = (quantity: number, variant: Partial<Variant> = {}, overrides: Partial<Product> = {}): CartLine => ({
  id: 0,
  product: product(variant, overrides),
  variantId: 1,
  quantity,
});

describe('quantities that can be added', () => {
  test.each([
    [{ quantity: 7 }, 7],
    [{ quantity: 7, sellByMultipleOf: 6 }, 6],
    [{ quantity: 5, sellByMultipleOf: 6 }, 0],
    [{ quantity: -3 }, 0],
    [{ quantity: 3, setQuantity: false }, 99_999],
  ])('returns for %o at most %s', (variant, max) => {
    expect(getMaxLineQuantity({ product: product(variant), variantId: 1 })).toBe(max);
  });

  test('deducts the quantity that is already in the cart', () => {
    expect(computeRemainingQuantity([line(3)], product({ quantity: 5 }), 1)).toBe(2);
    expect(computeRemainingQuantity([line(9)], product({ quantity: 5 }), 1)).toBe(0);
  });

  test('addToCart never exceeds the stock', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 60 }),
        fc.constantFrom(1, 2, 3, 6),
        fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 12 }),
        (quantity, sellByMultipleOf, additions) => {
          const cart = createCartStore(40);
          void cart.persist.rehydrate();
          for (const addition of additions)
            addToCart(cart, product({ quantity, sellByMultipleOf }), 1, addition * sellByMultipleOf);
          const total = countCartItems(cart.getState().products);
          expect(total).toBeLessThanOrEqual(quantity);
          expect(total % sellByMultipleOf).toBe(0);
        },
      ),
    );
  });

  test('addToCart rejects a quantity beyond the stock with the quantities left and in the cart', () => {
    const cart = createCartStore(40);
    void cart.persist.rehydrate();
    expect(addToCart(cart, product({ quantity: 5 }), 1, 4)).toEqual({ kind: 'added', quantity: 4 });
    expect(addToCart(cart, product({ quantity: 5 }), 1, 2)).toEqual({ kind: 'insufficientStock', left: 5, inCart: 4 });
    expect(countCartItems(cart.getState().products)).toBe(4);
  });

  test.each([
    [{ left: 0, inCart: 0 }, 'product.add.out'],
    [{ left: 4, inCart: 0 }, 'product.add.short'],
    [{ left: 4, inCart: 1 }, 'product.add.short-with-cart'],
    [{ left: 4, inCart: 4 }, 'product.add.all-in-cart'],
  ])('describeStockLimit returns for %o the text %s', (short, key) => {
    expect(describeStockLimit(short, { t: (textKey) => textKey })).toBe(key);
  });
});

describe('findCartLineIssue', () => {
  test.each([
    [line(3), null],
    [line(3, { quantity: 2 }), { kind: 'stock', nearestQuantity: 2 }],
    [line(3, { quantity: 0 }), { kind: 'stock', nearestQuantity: 0 }],
    [line(4, { sellByMultipleOf: 6 }), { kind: 'step', step: 6, nearestQuantity: 6 }],
    [line(12, { sellByMultipleOf: 6, quantity: 11 }), { kind: 'stock', nearestQuantity: 6 }],
    [line(4, { sellByMultipleOf: 6 }, { isVintage: false }), null],
  ])('returns the issue and the possible quantity, case %#', (cartLine, expected) => {
    expect(findCartLineIssue(cartLine)).toEqual(expected);
  });
});

describe('findLineChanges', () => {
  test('returns changed prices after discount and the names of removed products', () => {
    const before = [
      { ...line(1, { price: 10 }), id: 1 },
      { ...line(1), id: 2 },
      { ...line(1), id: 3 },
    ];
    const reduced = { id: 1, type: 'PERCENTAGE' as const, amount: 10, detailType: 'PRODUCT' as const, code: null };
    const after = [
      { ...line(1, { price: 10, discount: reduced }), id: 1 },
      { ...line(5, { quantity: 3 }), id: 2 },
    ];
    expect(findLineChanges(before, after)).toEqual({
      removedNames: ['Merlot'],
      priceChanges: [{ name: 'Merlot', before: 1000, now: 900 }],
    });
  });
});
