import { z } from 'zod';
import { Euros, Id, Slug } from '../input-fields.ts';
import { createRefinement, type InputIssue } from '../input-issue.ts';
import { maxId, maxLineQuantity } from '../limits.ts';
import { Localized } from '../localized.ts';
import { LocalizedMarkdownOrHtml } from '../localized-markdown-or-html.ts';
import { findMissingCapacities, findProductFieldIssues } from './find-product-field-issues.ts';
import { DiscountInput, maxPlannedPrices, PlannedPrice } from './planned-price.ts';
import { capacityUnits, productKinds, productTypes } from './product-enums.ts';
import { maxStock } from './stock-movement.ts';

export const maxVariants = 500;

export const VariantInput = z.strictObject({
  id: Id,
  reference: z.string(),
  year: z.int().min(1800).max(2200).nullable().default(null),
  price: Euros,
  discount: DiscountInput.nullable().default(null),
  /** Prices that begin at a later time. A price whose time has already passed applies at once. */
  plannedPrices: z.array(PlannedPrice).max(maxPlannedPrices).default([]),
  /** The volume, with its unit, of every product but a voucher. The volume of a voucher is ignored. */
  capacity: z.number().positive().max(100_000).nullable().default(null),
  capacityUnit: z.enum(capacityUnits).nullable().default(null),
  /** If the stock is left out, it stays unchanged, so that saving a form does not undo orders placed meanwhile. */
  quantity: z.int().min(0).max(maxStock).optional(),
  /** False for a variant that is always available. Without the site's stock management, every variant is. */
  isStockManaged: z.boolean().default(true),
  /** The quantity step of the variant, which defaults to that of the product. */
  sellByMultipleOf: z.int().min(1).max(maxLineQuantity).optional(),
  variations: z.array(Id).max(3).default([]),
  imageId: Id.nullable().default(null),
  /** True for a variant that is no longer sold, but that orders still name. */
  isArchived: z.boolean().default(false),
});

/** A video of the product: `file` is the id of a stored video, `url` a video on another host. */
const VideoInput = z.union([
  z.strictObject({ file: Id, title: Localized }),
  z.strictObject({ url: z.url({ protocol: /^https?$/ }), title: Localized }),
]);

const nutrient = z.number().min(0).max(10_000).nullable();

/** Nutritional values per 100 ml, in kJ, kcal and grams; null for one that is not declared. */
const NutritionInput = z.strictObject({
  energyKj: nutrient,
  energyKcal: nutrient,
  fat: nutrient,
  saturatedFat: nutrient,
  carbohydrate: nutrient,
  sugars: nutrient,
  protein: nutrient,
  salt: nutrient,
});

/** The fields of a product without the rules that connect them, so that other schemas can extend them. */
export const ProductFields = z.strictObject({
  id: Id,
  slug: Slug,
  type: z.enum(productTypes),
  kind: z.enum(productKinds),
  name: Localized,
  appellation: Localized,
  summary: Localized,
  isVintage: z.boolean(),
  /** The default quantity step of the product's variants. It applies to vintage wines. */
  sellByMultipleOf: z.int().min(1).max(maxLineQuantity).default(1),
  position: z.int().min(-maxId).max(maxId).default(0),
  promoted: z.boolean().default(false),
  /** False while staff prepare the product. Customers do not see it, and cannot order it. */
  isPublished: z.boolean().default(true),
  hasShippingFees: z.boolean().default(true),
  vatRate: z.number().min(0).max(100),
  isAlcohol: z.boolean(),
  tags: z.array(Slug).default([]),
  discount: DiscountInput.nullable().default(null),
  variants: z.array(VariantInput).min(1).max(maxVariants),
  description: LocalizedMarkdownOrHtml,
  tasting: z.strictObject({ eye: Localized, nose: Localized, mouth: Localized }).optional(),
  facts: z.array(z.strictObject({ label: Localized, text: Localized })).default([]),
  /** The alcohol content in percent by volume. */
  alcohol: z.number().min(0).max(100).nullable().default(null),
  nutrition: NutritionInput.nullable().default(null),
  ingredients: Localized.default(''),
  allergens: Localized.default(''),
  mealIcons: z.array(Id).default([]),
  /** Ids of the product's images. The first one is the main picture; a variant may have a different image. */
  images: z.array(Id).default([]),
  videos: z.array(VideoInput).default([]),
  recommended: z.array(Id).default([]),
  boxContents: z.array(z.strictObject({ variantId: Id, quantity: z.int().min(1).max(maxLineQuantity) })).default([]),
  reference: z.string().nullable().default(null),
});

const repeatedVariantIssues = ({ variants }: z.infer<typeof ProductFields>): InputIssue[] =>
  new Set(variants.map(({ id }) => id)).size === variants.length
    ? []
    : [{ path: ['variants'], message: 'must not contain duplicate ids' }];

/** Missing volumes are reported together with other missing fields, so that a file names all of them at once. */
const hasVariantObjects = ({ value }: { value: unknown }): boolean => {
  const variants: unknown = (value as { variants?: unknown } | null)?.variants;
  return Array.isArray(variants) && variants.every((variant) => typeof variant === 'object' && variant !== null);
};

export const ProductInput = ProductFields.superRefine(createRefinement(findMissingCapacities), {
  when: hasVariantObjects,
}).superRefine(createRefinement((product) => [...findProductFieldIssues(product), ...repeatedVariantIssues(product)]));
export type ProductInput = z.infer<typeof ProductInput>;
