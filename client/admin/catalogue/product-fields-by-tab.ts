/** The fields of a product by the tab of the form that shows them. */
export const productFieldsByTab = {
  description: [
    'isPublished',
    'name',
    'slug',
    'appellation',
    'type',
    'kind',
    'summary',
    'description',
    'tasting',
    'facts',
  ],
  variants: ['isVintage', 'variants', 'discount', 'vatRate', 'boxContents'],
  pictures: ['images', 'videos'],
  nutrition: ['alcohol', 'nutrition', 'ingredients', 'allergens'],
  shop: ['tags', 'mealIcons', 'recommended', 'promoted', 'position', 'isAlcohol', 'hasShippingFees', 'reference'],
} as const satisfies Record<string, readonly string[]>;

export type ProductTab = keyof typeof productFieldsByTab;
