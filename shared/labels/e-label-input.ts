import { z } from 'zod';
import { Id } from '../input-fields.ts';
import { Localized } from '../localized.ts';
import { defineResourceSpec } from '../resource-spec.ts';

/**
 * The kinds of product that can have an electronic label. Spirits, juices and boxes are not grapevine products
 * (docs/rules.md, "Electronic labels").
 */
export const eLabelProductKinds = ['white', 'rose', 'red', 'sparkling', 'pineau'] as const;

/**
 * The ingredients that a label can name in every official language of the European Union. `protectiveAtmosphere`
 * replaces the names of packaging gases.
 */
export const ingredientCodes = [
  'grapes',
  'grapeMust',
  'cognac',
  'sucrose',
  'tartaricAcid',
  'citricAcid',
  'ascorbicAcid',
  'metatartaricAcid',
  'gumArabic',
  'carboxymethylcellulose',
  'potassiumSorbate',
  'sulphites',
  'egg',
  'milk',
  'protectiveAtmosphere',
] as const;

const amount = z.number().min(0).max(10_000);

/** Nutritional values per 100 ml, in kJ, kcal and grams. The law demands every one of them. */
export const ELabelNutrition = z.strictObject({
  energyKj: amount,
  energyKcal: amount,
  fat: amount,
  saturatedFat: amount,
  carbohydrate: amount,
  sugars: amount,
  protein: amount,
  salt: amount,
});
export type ELabelNutrition = z.infer<typeof ELabelNutrition>;

/**
 * The electronic label of one wine and vintage. The label repeats the name of the wine instead of reading it from the
 * product, so that the label stays online when the product is renamed, archived or deleted.
 */
export const ELabelInput = z.strictObject({
  /** The id is printed on bottles as part of a URL, so it must never be given to another wine. */
  id: Id,
  /**
   * The product under which staff find the label; null for none. Visitors do not see the product's id, and the product
   * may have been deleted since.
   */
  product: Id.nullable().default(null),
  name: Localized,
  kind: z.enum(eLabelProductKinds),
  vintage: z.int().min(1800).max(2200).nullable().default(null),
  /** The alcohol content in percent by volume. */
  alcohol: z.number().min(0).max(100),
  /** Ingredients in descending order of weight. */
  ingredients: z
    .array(z.enum(ingredientCodes))
    .min(1)
    .refine((codes) => new Set(codes).size === codes.length, { error: 'must not repeat an ingredient' }),
  nutrition: ELabelNutrition,
});
export type ELabelInput = z.infer<typeof ELabelInput>;

export const eLabelResourceSpec = defineResourceSpec({
  name: 'e-label',
  group: 'catalogue',
  key: 'id',
  keys: 'assigned',
  file: 'e-labels.json',
  input: ELabelInput,
  list: {
    fields: { name: 'text', vintage: 'number', product: 'number' },
    orders: ['id', 'name', 'vintage'],
    columns: ['name', 'vintage', 'kind'],
  },
});
