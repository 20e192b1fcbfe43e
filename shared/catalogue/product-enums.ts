/** Types of products: BOX is a set of bottles, VOUCHER a gift voucher, and WINE any bottled drink, also juice. */
export const productTypes = ['WINE', 'BOX', 'VOUCHER'] as const;
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

export const kindsOtherThanDrinks = ['box', 'voucher'] as const satisfies readonly ProductKind[];

/** Checks whether a kind is a drink, whose variants are bottles with a volume. Boxes and vouchers have no volume. */
export const isDrinkKind = (kind: ProductKind): boolean => !kindsOtherThanDrinks.some((each) => each === kind);

const typesOfOtherKinds: Partial<Record<ProductKind, ProductType>> = { box: 'BOX', voucher: 'VOUCHER' };

export const getProductType = (kind: ProductKind): ProductType => typesOfOtherKinds[kind] ?? 'WINE';

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
