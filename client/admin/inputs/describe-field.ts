import { useResourceContext, useTranslate, useWrappedSource } from 'react-admin';
import { z } from 'zod';
import { ClockTime, Euros, Instant, Picture, ProductReference } from '#shared/input-fields.ts';
import { Localized } from '#shared/localized.ts';
import { LocalizedMarkdownOrHtml } from '#shared/localized-markdown-or-html.ts';
import { unwrapSchema } from '#shared/unwrap-schema.ts';

export type FieldDescription = { isRequired: boolean } & (
  | { kind: 'localized'; isLong: boolean }
  | { kind: 'text' | 'richText' | 'money' | 'instant' | 'date' | 'clockTime' | 'boolean' }
  | { kind: 'country' | 'shippingZones' | 'pageEntries' | 'day' | 'settings' }
  | { kind: 'number'; step: number | 'any' }
  | { kind: 'choice' | 'choices'; values: readonly string[] }
  | { kind: 'reference' | 'references'; resource: string }
  | { kind: 'texts' }
  | { kind: 'group'; fields: FieldSchemas; isNullable: boolean }
  | { kind: 'list'; fields: FieldSchemas }
  /** A list of objects for each of some keys, such as the opening hours of each weekday. */
  | { kind: 'listsByKey'; keys: readonly string[]; fields: FieldSchemas }
  /** A list of objects with one of several sets of fields, by the field that only this set has. */
  | { kind: 'alternativeList'; alternatives: Readonly<Record<string, FieldSchemas>> }
  /** A list of objects whose fields depend on the value of one of them, such as the type of a form's field. */
  | { kind: 'optionList'; discriminator: string; options: Readonly<Record<string, FieldSchemas>> }
  /** A value for which generated forms have no input. */
  | { kind: 'unsupported' }
);

export type FieldSchemas = Readonly<Record<string, z.ZodType>>;

/** The resource to which a field refers, by the field's name, or by the names of its resource and the field. */
const referencedResources: Readonly<Record<string, string>> = {
  image: 'image',
  imageId: 'image',
  images: 'image',
  file: 'file',
  video: 'file',
  files: 'file',
  product: 'product',
  recommended: 'product',
  products: 'product',
  variations: 'variation',
  tags: 'tag',
  mealIcons: 'meal-icon',
  folder: 'blog-folder',
  parent: 'blog-folder',
  address: 'address',
  newsletterList: 'newsletter-list',
  page: 'page',
  form: 'form',
};

const findReferencedResource = (name: string, owner?: string): string | undefined =>
  referencedResources[`${owner}.${name}`] ?? referencedResources[name];

/**
 * Finds the resource to which a stored value refers: a number, or a list of numbers or keys.
 * @param path Path of the field, such as `variants.0.imageId`.
 */
export function findResourceOfReference(owner: string, path: string, value: unknown): string | undefined {
  const isReference =
    typeof value === 'number' || (Array.isArray(value) && value.every((key) => typeof key !== 'object'));
  const name = path.split('.').findLast((step) => !/^\d+$/.test(step));
  return isReference && name ? findReferencedResource(name, owner) : undefined;
}

/** Names of the fields whose texts have several lines. */
const longTexts: ReadonlySet<string> = new Set([
  'summary',
  'description',
  'text',
  'reply',
  'intro',
  'confirmation',
  'instructions',
  'eye',
  'nose',
  'mouth',
]);

/**
 * Describes the input of the field `name` according to the schema of its value.
 * @param resource The resource that has the field, if the field is one of the item itself.
 */
export function describeField(name: string, wrapped: z.ZodType, resource?: string): FieldDescription {
  const { schema, isRequired, isNullable } = unwrapSchema(wrapped);
  return { isRequired, ...describeValue({ name, resource }, schema, isNullable) } as FieldDescription;
}

type ValueDescription = FieldDescription extends infer D ? (D extends unknown ? Omit<D, 'isRequired'> : never) : never;

const sharedSchemas = new Map<z.ZodType, ValueDescription>([
  [LocalizedMarkdownOrHtml, { kind: 'richText' }],
  [Euros, { kind: 'money' }],
  [Instant, { kind: 'instant' }],
  [ClockTime, { kind: 'clockTime' }],
  [Picture, { kind: 'reference', resource: 'image' }],
  [ProductReference, { kind: 'reference', resource: 'product' }],
]);

/**
 * Fields for which the schema alone does not determine the input, by name. The functions check the schema of the value.
 */
const namedFields: Readonly<Record<string, (schema: z.ZodType) => ValueDescription | null>> = {
  country: (schema) => (schema instanceof z.ZodString && schema.maxLength === 2 ? { kind: 'country' } : null),
  zones: (schema) => (schema instanceof z.ZodArray ? { kind: 'shippingZones' } : null),
  pageEntries: (schema) => (schema instanceof z.ZodArray ? { kind: 'pageEntries' } : null),
};

interface FieldPlace {
  name: string;
  resource: string | undefined;
}

function describeValue(
  { name, resource: owner }: FieldPlace,
  schema: z.ZodType,
  isNullable: boolean,
): ValueDescription {
  const named = namedFields[name]?.(schema);
  if (named) return named;
  if (schema === Localized) return { kind: 'localized', isLong: longTexts.has(name) };
  const shared = sharedSchemas.get(schema);
  if (shared) return shared;
  const resource = findReferencedResource(name, owner);
  if (schema instanceof z.ZodArray) return describeList(resource, schema.element as z.ZodType);
  if (resource && schema instanceof z.ZodNumber) return { kind: 'reference', resource };
  if (schema instanceof z.ZodObject) return { kind: 'group', fields: schema.shape as FieldSchemas, isNullable };
  if (schema instanceof z.ZodEnum) return { kind: 'choice', values: schema.options.map(String) };
  if (schema instanceof z.ZodBoolean) return { kind: 'boolean' };
  if (schema instanceof z.ZodNumber) return { kind: 'number', step: isWholeNumber(schema) ? 1 : 'any' };
  if (schema instanceof z.ZodISODate) return { kind: 'date' };
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return { kind: 'text' };
  if (schema instanceof z.ZodRecord) return describeRecord(schema);
  if (isDayOrToday(schema)) return { kind: 'day' };
  if (isTextPerLanguage(schema)) return { kind: 'localized', isLong: false };
  return { kind: 'unsupported' };
}

function describeList(resource: string | undefined, element: z.ZodType): ValueDescription {
  if (resource && (element instanceof z.ZodNumber || element instanceof z.ZodString))
    return { kind: 'references', resource };
  if (element instanceof z.ZodObject) return { kind: 'list', fields: element.shape as FieldSchemas };
  if (element instanceof z.ZodDiscriminatedUnion) return describeOptions(element);
  if (element instanceof z.ZodUnion) return describeAlternatives(element);
  if (element instanceof z.ZodEnum) return { kind: 'choices', values: element.options.map(String) };
  return element instanceof z.ZodString ? { kind: 'texts' } : { kind: 'unsupported' };
}

function describeOptions(union: z.ZodDiscriminatedUnion): ValueDescription {
  const { discriminator } = union.def;
  const options = union.def.options.flatMap((option) => {
    const { [discriminator]: key, ...fields } = getObjectFields(option as z.ZodType);
    return key instanceof z.ZodLiteral ? [[String(key.value), fields] as const] : [];
  });
  return { kind: 'optionList', discriminator, options: Object.fromEntries(options) };
}

/** Describes a list of objects whose sets of fields differ by a field that only one of them has. */
function describeAlternatives(union: z.ZodUnion): ValueDescription {
  const shapes = union.options.map((option) => getObjectFields(option as z.ZodType));
  const alternatives = shapes.flatMap((shape) => {
    const key = Object.keys(shape).find((name) => shapes.every((other) => other === shape || !(name in other)));
    return key === undefined ? [] : [[key, shape] as const];
  });
  if (alternatives.length < shapes.length) return { kind: 'unsupported' };
  return { kind: 'alternativeList', alternatives: Object.fromEntries(alternatives) };
}

function describeRecord({ keyType, valueType }: z.ZodRecord): ValueDescription {
  const key: unknown = keyType;
  const value: unknown = valueType;
  if (key instanceof z.ZodString) return { kind: 'settings' };
  if (!(key instanceof z.ZodEnum && value instanceof z.ZodArray)) return { kind: 'unsupported' };
  return { kind: 'listsByKey', keys: key.options.map(String), fields: getObjectFields(value.element as z.ZodType) };
}

/** Checks whether a schema is that of a date that also accepts the current day instead of a fixed date. */
const isDayOrToday = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodUnion && schema.options.some((option) => option instanceof z.ZodISODate);

const isWholeNumber = (schema: z.ZodNumber): boolean => schema.format === 'safeint' || schema.format === 'int32';

/**
 * Checks whether a schema is that of a localised text: a string for all languages, or a record with a string per
 * language.
 */
const isTextPerLanguage = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodUnion &&
  schema.options.length === 2 &&
  schema.options[0] instanceof z.ZodString &&
  schema.options[1] instanceof z.ZodRecord;

/** Returns the fields of an object's schema; none for any other schema. */
export const getObjectFields = (schema: z.ZodType): FieldSchemas =>
  schema instanceof z.ZodObject ? (schema.shape as FieldSchemas) : {};

/** Checks whether the input of a field is as wide as the form; other fields stand beside each other. */
export const isWideField = (field: FieldDescription): boolean =>
  !['money', 'number', 'boolean', 'instant', 'date', 'clockTime', 'choice', 'country', 'day'].includes(field.kind);

/**
 * Finds a text about a field of the form: the hint below its input, or the text of the button that adds an entry to it.
 * @returns undefined if the field has no such text.
 */
export function useFieldText(part: 'hints' | 'additions', source: string): string | undefined {
  const resource = useResourceContext();
  const path = useWrappedSource(source);
  return useTranslate()(`resources.${resource}.${part}.${path}`, { _: '' }) || undefined;
}
