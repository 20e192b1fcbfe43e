import { z } from 'zod';
import { Id, ListPosition, Slug } from '../input-fields.ts';
import { Localized } from '../localized.ts';
import { mealIconNames } from './product-enums.ts';

export const TagInput = z.strictObject({ slug: Slug, label: Localized, position: ListPosition });
export type TagInput = z.infer<typeof TagInput>;

export const VariationLabelInput = z.strictObject({
  id: Id,
  label: Localized,
  displayLabel: Localized.nullable().default(null),
});
export type VariationLabelInput = z.infer<typeof VariationLabelInput>;

export const MealIconInput = z.strictObject({ id: Id, icon: z.enum(mealIconNames), label: Localized });
export type MealIconInput = z.infer<typeof MealIconInput>;

export const AwardInput = z.strictObject({
  id: Id,
  productId: Id,
  name: Localized,
  medal: z.enum(['gold', 'silver', 'bronze', 'other']),
  distinction: Localized,
  /** The year of the competition. */
  year: z.int().min(1800).max(2200),
  vintage: z.int().min(1800).max(2200).nullable().default(null),
  /** The medal or certificate, such as the sticker on the bottle. */
  imageId: Id.nullable().default(null),
});
export type AwardInput = z.infer<typeof AwardInput>;
