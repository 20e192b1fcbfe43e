import { describe, expect, test } from 'vitest';
import { productPath, variantPath, vintagePath } from '#shared/catalogue/product-address.ts';
import { stockLevel } from '#shared/catalogue/stock-level.ts';
import { foldText } from '#shared/fold-text.ts';

describe('product address', () => {
  const cognac = { id: 19, slug: 'cognac-vs', kind: 'cognac' } as const;
  const juice = { id: 25, slug: 'jus-de-raisin-blanc', kind: 'juice' } as const;

  test.each([
    ['a drink lives under /wines', productPath(cognac), '/wines/cognac-vs/19'],
    ['a juice under /products', productPath(juice), '/products/jus-de-raisin-blanc/25'],
    ['a box under /products', productPath({ id: 29, slug: 'coffret', kind: 'box' }), '/products/coffret/29'],
    ['the slug may be missing', productPath({ ...cognac, slug: '' }), '/wines/19'],
    ['a declination has its address', variantPath(cognac, 134), '/wines/cognac-vs/19/detail/134'],
    ['a vintage has its address', vintagePath(cognac, 1998), '/wines/cognac-vs/19/1998'],
    ['a juice has one address for all formats', variantPath(juice, 141), null],
    ['and for all years', vintagePath(juice, 2024), null],
  ])('%s', (_, path, expected) => expect(path).toBe(expected));
});

describe('stock level', () => {
  test.each([
    ['a stock that is not counted is available', { quantity: 0, setQuantity: false }, 6, 1, 'available'],
    ['nothing left', { quantity: 0, setQuantity: true }, 6, 1, 'out'],
    ['less than the step in which it is sold', { quantity: 5, setQuantity: true }, 6, 6, 'out'],
    ['below the limit', { quantity: 5, setQuantity: true }, 6, 1, 'low'],
    ['at the limit', { quantity: 6, setQuantity: true }, 6, 1, 'available'],
    ['no limit set', { quantity: 1, setQuantity: true }, undefined, 1, 'available'],
  ] as const)('%s', (_, stock, limit, step, expected) => expect(stockLevel(stock, limit, step)).toBe(expected));
});

describe('folded text', () => {
  test.each([
    ['Chardonnay « Fût de Chêne »', 'chardonnay « fut de chene »'],
    ['Colombard L’Estran', "colombard l'estran"],
    ['Cœur', 'coeur'],
    ['ÉLÉGANT  rosé', 'elegant rose'],
  ])('%s', (text, folded) => expect(foldText(text)).toBe(folded));
});
