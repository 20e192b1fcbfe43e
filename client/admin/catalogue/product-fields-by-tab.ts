import { ProductFields } from '#shared/catalogue/product-input.ts';

/** The fields in the order in which a tab shows them. Fields in none of these lists follow in the first tab. */
const orderedFieldsByTab = {
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

export type ProductTab = keyof typeof orderedFieldsByTab;

/** Fields without an input: the API assigns the id, and each variant of a stored product has its own quantity step. */
const fieldsWithoutInput = ['id', 'sellByMultipleOf'];

const orderedFields: readonly string[] = Object.values(orderedFieldsByTab).flat();
const otherFields = Object.keys(ProductFields.shape).filter(
  (name) => !orderedFields.includes(name) && !fieldsWithoutInput.includes(name),
);

export const productFieldsByTab: Readonly<Record<ProductTab, readonly string[]>> = {
  ...orderedFieldsByTab,
  description: [...orderedFieldsByTab.description, ...otherFields],
};
