/** Types of products: BOX is a set of bottles, and WINE any other product: bottled drinks, also juice, and vouchers. */
export const productTypes = ['WINE', 'BOX'] as const;
export type ProductType = (typeof productTypes)[number];

/**
 * Kinds of products: drinks, `box` for products of type BOX, and `voucher` for vouchers, which are sent by mail as a
 * PDF.
 */
export const productKinds = [
  'white',
  'rose',
  'red',
  'sparkling',
  'pineau',
  'cognac',
  'juice',
  'box',
  'voucher',
] as const;
export type ProductKind = (typeof productKinds)[number];

/** Checks whether a kind is a drink, whose variants are bottles with a volume. Boxes and vouchers have no volume. */
export const isDrinkKind = (kind: ProductKind): boolean => kind !== 'box' && kind !== 'voucher';

export const capacityUnits = ['LITER', 'CENTILITRE'] as const;

/** Names of the icons of foods that go with a wine. The client has a drawing for each name. */
export const mealIconNames = [
  'aperitif',
  'oyster',
  'fish',
  'shellfish',
  'poultry',
  'red-meat',
  'game',
  'charcuterie',
  'vegetable',
  'cheese',
  'goat-cheese',
  'foie-gras',
  'dessert',
  'chocolate',
  'fruit',
  'spicy',
  'cigar',
  'cocktail',
  'breakfast',
] as const;
