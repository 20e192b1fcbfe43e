/** WINE is any bottled drink, BOX a set of them. */
export const productTypes = ['WINE', 'BOX'] as const;
export type ProductType = (typeof productTypes)[number];

/** A box is of kind `box`. */
export const productKinds = ['white', 'rose', 'red', 'sparkling', 'pineau', 'cognac', 'juice', 'box'] as const;
export type ProductKind = (typeof productKinds)[number];

export const capacityUnits = ['LITER', 'CENTILITRE'] as const;

/** The icons of food pairings. The client has a drawing for each. */
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
