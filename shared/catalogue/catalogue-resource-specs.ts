import { defineResourceSpec } from '#shared/resource-spec.ts';
import { AwardInput, MealIconInput, TagInput, VariationLabelInput } from './catalogue-input.ts';
import { ProductInput } from './product-input.ts';

export const productResourceSpec = defineResourceSpec({
  name: 'product',
  key: 'id',
  keys: 'assigned',
  input: ProductInput,
  list: {
    fields: {
      name: 'text',
      slug: 'text',
      appellation: 'text',
      type: 'text',
      kind: 'text',
      reference: 'text',
      promoted: 'boolean',
      isPublished: 'boolean',
      isVintage: 'boolean',
      position: 'number',
    },
    orders: ['id', 'name', 'slug', 'kind', 'position'],
  },
});

export const tagResourceSpec = defineResourceSpec({
  name: 'tag',
  key: 'slug',
  keys: 'chosen',
  input: TagInput,
  list: { fields: { slug: 'text', label: 'text', position: 'number' }, orders: ['slug', 'label', 'position'] },
});

export const variationResourceSpec = defineResourceSpec({
  name: 'variation',
  key: 'id',
  keys: 'assigned',
  input: VariationLabelInput,
  list: { fields: { label: 'text' }, orders: ['id', 'label'] },
});

export const mealIconResourceSpec = defineResourceSpec({
  name: 'meal-icon',
  key: 'id',
  keys: 'assigned',
  input: MealIconInput,
  list: { fields: { icon: 'text', label: 'text' }, orders: ['id', 'label'] },
});

export const awardResourceSpec = defineResourceSpec({
  name: 'award',
  key: 'id',
  keys: 'assigned',
  input: AwardInput,
  list: { fields: { name: 'text', productId: 'number', year: 'number' }, orders: ['id', 'name', 'productId', 'year'] },
});
