import { z } from 'zod';
import { id } from '../contract-fields.ts';
import { defineContract, IdParam } from '../endpoint.ts';
import { pageSize } from '../limits.ts';
import { listQuery } from '../list-query.ts';
import { Image } from '../media/image.ts';
import { absentWhenEmpty } from '../text-values.ts';
import { capacityUnits, mealIconNames, productKinds, productTypes } from './product-enums.ts';

// Separate from the schemas, so that client code can import them without zod.
export * from './product-enums.ts';

/** `amount` is euros for EURO, else percent. With `detailType` SHIPPING_FEES the prices of lines are unaffected. */
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

export const Tag = z.object({ slug: z.string(), label: z.string() });

/** A variant of a product, which the wire calls "declination": one format and vintage, with its price and stock. */
export const Variant = z.object({
  id: z.int(),
  reference: z.string(),
  /** The vintage, if there is one. */
  year: z.int().nullable(),
  /** Euros with VAT, before the discount. */
  price: z.number(),
  discount: Discount.nullable(),
  /** The lowest price of the last 30 days in euros; null without a discount. */
  lowestPrice: z.number().nullable(),
  capacity: z.number(),
  capacityUnit: z.enum(capacityUnits),
  /** The stock; meaningful only if `setQuantity` is true. */
  quantity: z.int(),
  /** True if the stock is managed. */
  setQuantity: z.boolean(),
  sellByMultipleOf: z.int(),
  variation1: Variation.nullable(),
  variation2: Variation.nullable(),
  variation3: Variation.nullable(),
  image: Image.nullable(),
});
export type Variant = z.infer<typeof Variant>;

/** A variant in a box, and its quantity in one box. */
export const BoxedProduct = z.object({
  idProduct: z.int(),
  idDeclination: z.int(),
  slug: z.string(),
  name: z.string(),
  type: z.enum(productTypes),
  kind: z.enum(productKinds),
  quantity: z.int(),
  year: z.int().nullable(),
  capacity: z.number(),
  capacityUnit: z.enum(capacityUnits),
});
export type BoxedProduct = z.infer<typeof BoxedProduct>;

/** A product in a list. `idProduct` repeats `id`; the price is that of the cheapest variant. */
export const Product = z.object({
  id: z.int(),
  idProduct: z.int(),
  slug: z.string(),
  name: z.string(),
  type: z.object({ type: z.enum(productTypes) }),
  kind: z.enum(productKinds),
  appellation: z.string(),
  /** One sentence of plain text. */
  summary: z.string(),
  isVintage: z.boolean(),
  declination: z.array(Variant).min(1),
  price: z.number(),
  discount: Discount.nullable(),
  hasShippingFees: z.boolean(),
  sellByMultipleOf: z.int(),
  quantity: z.int(),
  setQuantity: z.boolean(),
  /** Percent. */
  vatRate: z.number(),
  isAlcohol: z.boolean(),
  tags: z.array(Tag),
  image: Image.nullable(),
  promoted: z.boolean(),
  /** The contents of a box; empty for a WINE. */
  products: z.array(BoxedProduct),
});
export type Product = z.infer<typeof Product>;

/** Values per 100 ml, in kJ, kcal and grams; null where not declared. */
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

/** A food pairing, shown as an icon. */
export const MealIcon = z.object({ id: z.int(), icon: z.enum(mealIconNames), label: z.string() });
export type MealIcon = z.infer<typeof MealIcon>;

export const ProductDetail = Product.extend({
  /** Sanitised. */
  html: z.string(),
  /** Tasting notes in plain text; empty where there are none. */
  tasting: z.object({ eye: z.string(), nose: z.string(), mouth: z.string() }),
  /** Technical facts in display order. */
  facts: z.array(z.object({ label: z.string(), text: z.string() })),
  /** Percent by volume; null for juices and boxes. */
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
  /** The product that won it, so that one call serves a whole list. */
  idProduct: z.int(),
  /** `Concours général agricole, Paris`. */
  name: z.string(),
  medal: z.enum(['gold', 'silver', 'bronze', 'other']),
  /** Such as `Médaille d’or` or `16/20`. */
  distinction: z.string(),
  /** The year of the competition. */
  year: z.int(),
  /** The vintage that won it; null where it is not of one vintage. */
  vintage: z.int().nullable(),
});
export type Award = z.infer<typeof Award>;

/** The values to filter a list by, among the products that match `kind` and `df:kind`. Prices in euros after discounts. */
export const ProductFacets = z.object({
  kinds: z.array(z.object({ kind: z.enum(productKinds), count: z.int() })),
  years: z.array(z.object({ year: z.int(), count: z.int() })),
  /** In centilitres. */
  capacities: z.array(z.object({ capacity: z.number(), count: z.int() })),
  tags: z.array(Tag.extend({ count: z.int() })),
  price: z.object({ least: z.number(), most: z.number() }).nullable(),
});
export type ProductFacets = z.infer<typeof ProductFacets>;

const kindSet = { set: productKinds } as const;

const Kinds = z
  .string()
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(z.array(z.enum(productKinds)));

export const catalogueContract = defineContract({
  'GET /product': {
    summary:
      'Products. `year`, `capacity` (centilitres) and `price` (euros, after discount) must match the same declination; `id`, `kind` and `tags` take lists separated by commas; `search` is a full-text search that ignores accents',
    query: listQuery({
      fields: {
        id: 'ids',
        type: { set: productTypes },
        kind: kindSet,
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
    body: z.strictObject({ products: z.array(z.strictObject({ id })).max(pageSize.max * 5) }),
    data: z.object({ products: z.array(z.object({ id: z.int(), quantity: z.int() })) }),
  },
  'GET /v2/product/recommended/{id}': {
    summary: 'The products recommended with a product',
    params: z.object({ id: IdParam }),
    data: z.object({ products: z.array(Product) }),
  },
  'GET /award': {
    summary: 'All awards, or those of one product with `product={id}`',
    query: z.strictObject({ product: absentWhenEmpty(IdParam) }),
    data: z.object({ awards: z.array(Award) }),
  },
  'GET /variation': { summary: 'All variations', data: z.object({ variations: z.array(Variation) }) },
  'GET /parameter/product/meal-icon': { summary: 'Food pairings', data: z.object({ mealIcons: z.array(MealIcon) }) },
});
