import { z } from 'zod';
import { idField } from '../contract-fields.ts';
import { defineContract, IdParam } from '../endpoint.ts';
import { pageSize } from '../limits.ts';
import { createListQuerySchema } from '../list-query.ts';
import { Image } from '../media/image.ts';
import { optionalText } from '../text-values.ts';
import { capacityUnits, mealIconNames, productKinds, productTypes } from './product-enums.ts';
import { choiceFilterNames, createChoiceFilterRecord } from './product-filter-values-by-field.ts';

// The enumerations are in a separate file, so that client code can import them without zod.
export * from './product-enums.ts';

/**
 * A discount on products or shipping fees. `amount` is in euros for type EURO, otherwise in percent. A discount whose
 * `detailType` is SHIPPING_FEES does not change the prices of lines.
 */
export const Discount = z.object({
  id: z.int(),
  type: z.enum(['EURO', 'PERCENTAGE']),
  amount: z.number(),
  detailType: z.enum(['PRODUCT', 'SHIPPING_FEES']),
  code: z.string().nullable(),
});
export type Discount = z.infer<typeof Discount>;

export const Variation = z.object({ id: z.int(), label: z.string(), displayLabel: z.string().nullable() });
export type Variation = z.infer<typeof Variation>;

const Tag = z.object({ slug: z.string(), label: z.string() });

/** A variant of a product, which the wire calls "declination": one vintage and format, with its price and stock. */
export const Variant = z.object({
  id: z.int(),
  reference: z.string(),
  /** The vintage; null for a variant without one. */
  year: z.int().nullable(),
  /** The unit price in euros with VAT, before the discount. */
  price: z.number(),
  discount: Discount.nullable(),
  /**
   * The lowest price in euros of the 30 days before the reduction began, which must be shown beside it; null without a
   * discount.
   */
  lowestPrice: z.number().nullable(),
  /** The volume, with its unit; both are null for a voucher. */
  capacity: z.number().nullable(),
  capacityUnit: z.enum(capacityUnits).nullable(),
  /** The number of units in stock; meaningful only if `setQuantity` is true. */
  quantity: z.int(),
  /** True if the estate manages the stock of this variant; otherwise the variant is always available. */
  setQuantity: z.boolean(),
  sellByMultipleOf: z.int(),
  variation1: Variation.nullable(),
  variation2: Variation.nullable(),
  variation3: Variation.nullable(),
  image: Image.nullable(),
});
export type Variant = z.infer<typeof Variant>;

/** A variant that a box contains, with its quantity in one box. */
export const BoxedVariant = z.object({
  idProduct: z.int(),
  idDeclination: z.int(),
  slug: z.string(),
  name: z.string(),
  type: z.enum(productTypes),
  kind: z.enum(productKinds),
  quantity: z.int(),
  year: z.int().nullable(),
  capacity: z.number().nullable(),
  capacityUnit: z.enum(capacityUnits).nullable(),
});
export type BoxedVariant = z.infer<typeof BoxedVariant>;

export const ProductRating = z.object({
  /** The average rating from 1 to 5, rounded to one decimal. */
  average: z.number(),
  count: z.int(),
  /** True if the reviews are fictional ones of a demonstration site. */
  isFictional: z.boolean(),
});
export type ProductRating = z.infer<typeof ProductRating>;

/**
 * A product in a list. `idProduct` repeats `id`. `price` and `discount` together give the lowest price of its variants,
 * and `sellByMultipleOf` is the step of that variant. `setQuantity` is true if the estate manages the stock of every
 * variant; `quantity` is the sum of the managed stocks.
 */
export const Product = z.object({
  id: z.int(),
  idProduct: z.int(),
  slug: z.string(),
  name: z.string(),
  type: z.object({ type: z.enum(productTypes) }),
  kind: z.enum(productKinds),
  appellation: z.string(),
  /** The summary of the product: one sentence of plain text. */
  summary: z.string(),
  isVintage: z.boolean(),
  declination: z.array(Variant).min(1),
  price: z.number(),
  discount: Discount.nullable(),
  hasShippingFees: z.boolean(),
  sellByMultipleOf: z.int(),
  quantity: z.int(),
  setQuantity: z.boolean(),
  /** The VAT rate in percent. */
  vatRate: z.number(),
  isAlcohol: z.boolean(),
  tags: z.array(Tag),
  image: Image.nullable(),
  promoted: z.boolean(),
  /** The rating in the published reviews; null without any. */
  rating: ProductRating.nullable(),
  /** The contents of a box; empty for a product of type WINE. */
  products: z.array(BoxedVariant),
});
export type Product = z.infer<typeof Product>;

/** Nutritional values per 100 ml, in kJ, kcal and grams; null for each value that the estate has not declared. */
export const NutritionalValues = z.object({
  energyKj: z.number().nullable(),
  energyKcal: z.number().nullable(),
  fat: z.number().nullable(),
  saturatedFat: z.number().nullable(),
  carbohydrate: z.number().nullable(),
  sugars: z.number().nullable(),
  protein: z.number().nullable(),
  salt: z.number().nullable(),
});
export type NutritionalValues = z.infer<typeof NutritionalValues>;

export const MealIcon = z.object({ id: z.int(), icon: z.enum(mealIconNames), label: z.string() });
export type MealIcon = z.infer<typeof MealIcon>;

export const ProductDetail = Product.extend({
  /** The product's description as sanitised HTML. */
  html: z.string(),
  /** Tasting notes in plain text; empty if the estate has written none. */
  tasting: z.object({ eye: z.string(), nose: z.string(), mouth: z.string() }),
  /** Technical facts of the product, such as grapes and soil, in display order. */
  facts: z.array(z.object({ label: z.string(), text: z.string() })),
  /** The alcohol content in percent by volume; null if the estate has not declared it, as for juices and boxes. */
  alcohol: z.number().nullable(),
  nutrition: NutritionalValues.nullable(),
  ingredients: z.string(),
  allergens: z.string(),
  mealIcons: z.array(MealIcon),
  images: z.array(Image),
  videos: z.array(z.object({ url: z.string(), title: z.string() })),
  reference: z.string().nullable(),
});
export type ProductDetail = z.infer<typeof ProductDetail>;

export const Award = z.object({
  id: z.int(),
  /** The product that won the award. One call can thus return the awards of a whole list of products. */
  idProduct: z.int(),
  /** The name of the competition, such as `Concours général agricole, Paris`. */
  name: z.string(),
  medal: z.enum(['gold', 'silver', 'bronze', 'other']),
  /** The medal or mark that was awarded, such as `Médaille d’or` or `16/20`. */
  distinction: z.string(),
  year: z.int(),
  /** The vintage that won the award; null if the wine has no vintage. */
  vintage: z.int().nullable(),
  image: Image.nullable(),
});
export type Award = z.infer<typeof Award>;

/**
 * The values by which a product list can be filtered, counted among the products that match the query `kind` or
 * `df:kind`. Prices are in euros after discounts.
 */
export const ProductFacets = z.object({
  /** The values of each choice filter that products have, in the order of the filter. */
  choices: z.record(z.enum(choiceFilterNames), z.array(z.object({ value: z.string(), count: z.int() }))),
  years: z.array(z.object({ year: z.int(), count: z.int() })),
  /** Bottle sizes in centilitres with the number of products of each. */
  capacities: z.array(z.object({ capacity: z.number(), count: z.int() })),
  tags: z.array(Tag.extend({ count: z.int() })),
  price: z.object({ min: z.number(), max: z.number() }).nullable(),
});
export type ProductFacets = z.infer<typeof ProductFacets>;

const Kinds = z
  .string()
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(z.array(z.enum(productKinds)));

export const catalogueContract = defineContract({
  'GET /product': {
    summary:
      'Products. `year`, `capacity` (centilitres) and `price` (euros, after discount) must match the same declination; `id`, `tags` and fields with fixed values such as `kind` take lists separated by commas; a voucher has no capacity; `search` is a full-text search that ignores accents',
    query: createListQuerySchema({
      fields: {
        id: 'ids',
        type: { set: productTypes },
        ...createChoiceFilterRecord((_, set) => ({ set })),
        name: 'text',
        search: 'text',
        tags: 'words',
        year: 'number',
        capacity: 'number',
        price: 'number',
        promoted: 'boolean',
      },
      orders: ['price', 'name', 'year', 'order'],
    }),
    data: z.object({ products: z.array(Product), total: z.int() }),
  },
  'GET /product/facets': {
    summary: 'The values that products can be filtered by',
    query: z.strictObject({ kind: Kinds.optional(), 'df:kind': Kinds.optional() }),
    data: z.object({ facets: ProductFacets }),
  },
  'GET /product/{id}': {
    summary: 'One product',
    params: z.object({ id: IdParam }),
    data: z.object({ product: ProductDetail }),
    refusals: { not_found: 404 },
  },
  'PUT /product/quantities': {
    summary: 'The current stock of declinations',
    body: z.strictObject({ products: z.array(z.strictObject({ id: idField })).max(pageSize.max * 5) }),
    data: z.object({ products: z.array(z.object({ id: z.int(), quantity: z.int() })) }),
  },
  'GET /v2/product/recommended/{id}': {
    summary: 'The products recommended with a product',
    params: z.object({ id: IdParam }),
    data: z.object({ products: z.array(Product) }),
  },
  'GET /award': {
    summary: 'All awards, or those of one product with `product={id}`',
    query: z.strictObject({ product: optionalText(IdParam) }),
    data: z.object({ awards: z.array(Award) }),
  },
  'GET /variation': { summary: 'All variations', data: z.object({ variations: z.array(Variation) }) },
  'GET /parameter/product/meal-icon': { summary: 'Food pairings', data: z.object({ mealIcons: z.array(MealIcon) }) },
});
