import { z } from 'zod';
import { defineResourceSpec } from '#shared/resource-spec.ts';
import { Id, ListPosition, Picture, ProductReference, Slug } from '../input-fields.ts';
import { Localized } from '../localized.ts';
import { mealIconNames } from './product-enums.ts';
import { ProductInput } from './product-input.ts';

const TagInput = z.strictObject({ slug: Slug, label: Localized, position: ListPosition });
export type TagInput = z.infer<typeof TagInput>;

export const VariationLabelInput = z.strictObject({
  id: Id,
  label: Localized,
  displayLabel: Localized.nullable().default(null),
});

export const MealIconInput = z.strictObject({ id: Id, icon: z.enum(mealIconNames), label: Localized });

export const AwardInput = z.strictObject({
  id: Id,
  product: ProductReference,
  name: Localized,
  medal: z.enum(['gold', 'silver', 'bronze', 'other']),
  distinction: Localized,
  year: z.int().min(1800).max(2200),
  vintage: z.int().min(1800).max(2200).nullable().default(null),
  image: Picture.nullable().default(null),
});

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
    columns: ['name', 'appellation', 'type', 'kind'],
  },
});

export const tagResourceSpec = defineResourceSpec({
  name: 'tag',
  key: 'slug',
  keys: 'chosen',
  file: 'tags.json',
  input: TagInput,
  list: {
    fields: { slug: 'text', label: 'text', position: 'number' },
    orders: ['slug', 'label', 'position'],
    columns: ['label', 'slug', 'position'],
  },
});

export const variationResourceSpec = defineResourceSpec({
  name: 'variation',
  key: 'id',
  keys: 'assigned',
  file: 'variations.json',
  input: VariationLabelInput,
  list: { fields: { label: 'text' }, orders: ['id', 'label'], columns: ['label'] },
});

export const mealIconResourceSpec = defineResourceSpec({
  name: 'meal-icon',
  key: 'id',
  keys: 'assigned',
  file: 'meal-icons.json',
  input: MealIconInput,
  list: { fields: { icon: 'text', label: 'text' }, orders: ['id', 'label'], columns: ['label', 'icon'] },
});

export const awardResourceSpec = defineResourceSpec({
  name: 'award',
  key: 'id',
  keys: 'assigned',
  file: 'awards.json',
  input: AwardInput,
  list: {
    fields: { name: 'text', product: 'number', year: 'number' },
    orders: ['id', 'name', 'product', 'year'],
    columns: ['name', 'product', 'year'],
  },
});
