/** Types of products: WINE is any bottled drink, also juice and cognac, and BOX is a set of bottles. */
export const productTypes = ['WINE', 'BOX'] as const;
export type ProductType = (typeof productTypes)[number];

/** Kinds of drinks. A product of type BOX has the kind `box`. */
export const productKinds = ['white', 'rose', 'red', 'sparkling', 'pineau', 'cognac', 'juice', 'box'] as const;
export type ProductKind = (typeof productKinds)[number];

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
