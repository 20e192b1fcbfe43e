import { z } from 'zod';
import { defineResourceSpec } from '#shared/resource-spec.ts';
import { Id, ListPosition, Picture, ProductReference, Slug } from '../input-fields.ts';
import { Localized } from '../localized.ts';
import { mealIconNames } from './product-enums.ts';
import { ProductInput } from './product-input.ts';

const TagInput = z
  .strictObject({ slug: Slug, label: Localized, position: ListPosition })
  .meta({ examples: [{ slug: 'bio', label: 'Bio', position: 0 }] });
export type TagInput = z.infer<typeof TagInput>;

export const VariationLabelInput = z
  .strictObject({ id: Id, label: Localized, displayLabel: Localized.nullable().default(null) })
  .meta({ examples: [{ id: 1, label: 'Fût' }] });

export const MealIconInput = z
  .strictObject({ id: Id, icon: z.enum(mealIconNames), label: Localized })
  .meta({ examples: [{ id: 1, icon: 'cheese', label: 'Fromage' }] });

export const AwardInput = z
  .strictObject({
    id: Id,
    product: ProductReference,
    name: Localized,
    medal: z.enum(['gold', 'silver', 'bronze', 'other']),
    distinction: Localized,
    year: z.int().min(1800).max(2200),
    vintage: z.int().min(1800).max(2200).nullable().default(null),
    image: Picture.nullable().default(null),
  })
  .meta({ examples: [{ id: 1, product: 1, name: 'Concours', medal: 'gold', distinction: 'Or', year: 2025 }] });

export const productResourceSpec = defineResourceSpec({
  name: 'product',
  group: 'catalogue',
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
  group: 'catalogue',
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
  group: 'catalogue',
  key: 'id',
  keys: 'assigned',
  file: 'variations.json',
  input: VariationLabelInput,
  list: { fields: { label: 'text' }, orders: ['id', 'label'], columns: ['label'] },
});

export const mealIconResourceSpec = defineResourceSpec({
  name: 'meal-icon',
  group: 'catalogue',
  key: 'id',
  keys: 'assigned',
  file: 'meal-icons.json',
  input: MealIconInput,
  list: { fields: { icon: 'text', label: 'text' }, orders: ['id', 'label'], columns: ['label', 'icon'] },
});

export const awardResourceSpec = defineResourceSpec({
  name: 'award',
  group: 'catalogue',
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

export const catalogueResourceSpecs = [
  productResourceSpec,
  tagResourceSpec,
  variationResourceSpec,
  mealIconResourceSpec,
  awardResourceSpec,
];
