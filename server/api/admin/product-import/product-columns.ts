import { z } from 'zod';
import { ProductFields, VariantInput } from '#shared/catalogue/product-input.ts';
import { languages } from '#shared/languages.ts';
import { Localized } from '#shared/localized.ts';
import { LocalizedMarkdownOrHtml } from '#shared/localized-markdown-or-html.ts';
import { unwrapSchema } from '#shared/unwrap-schema.ts';

type CellKind = 'text' | 'optionalText' | 'choice' | 'number' | 'boolean' | 'words' | 'ids' | 'json' | 'localized';

export interface Column {
  /** The path of the field in the product or variant. In the header, that of a variant follows `variantPrefix`. */
  name: string;
  kind: CellKind;
  /** The keys of the choices of a column of kind `choice`. */
  choices?: readonly string[];
}

type FieldSchemas = Readonly<Record<string, z.ZodType>>;

/**
 * Returns the columns of a product's or a variant's fields. A localized field has one column for a text of all languages
 * and one for each language. Fields without a simpler format are JSON.
 */
const deriveColumns = (fields: FieldSchemas): Column[] =>
  Object.entries(fields).flatMap(([name, schema]) => deriveColumnsOfField(name, schema));

function deriveColumnsOfField(name: string, field: z.ZodType): Column[] {
  const { schema, isRequired } = unwrapSchema(field);
  if (schema === Localized) return createLocalizedColumns(name);
  if (schema === LocalizedMarkdownOrHtml) return createLocalizedColumns(`${name}.html`);
  if (schema instanceof z.ZodObject && Object.values(schema.shape).every((each) => each === Localized))
    return Object.keys(schema.shape).flatMap((key) => createLocalizedColumns(`${name}.${key}`));
  if (schema instanceof z.ZodEnum) return [{ name, kind: 'choice', choices: schema.options.map(String) }];
  return [{ name, kind: deriveCellKind(schema, isRequired) }];
}

const createLocalizedColumns = (name: string): Column[] => [
  { name, kind: 'localized' },
  ...languages.map((lang): Column => ({ name: `${name}.${lang}`, kind: 'localized' })),
];

const isText = (schema: unknown): boolean => schema instanceof z.ZodString || schema instanceof z.ZodEnum;

function deriveCellKind(schema: z.ZodType, isRequired: boolean): CellKind {
  if (isText(schema)) return isRequired ? 'text' : 'optionalText';
  if (schema instanceof z.ZodNumber) return 'number';
  if (schema instanceof z.ZodBoolean) return 'boolean';
  if (schema instanceof z.ZodArray && isText(schema.element)) return 'words';
  if (schema instanceof z.ZodArray && schema.element instanceof z.ZodNumber) return 'ids';
  return 'json';
}

const { variants: _, ...productFields } = ProductFields.shape;

export const productColumns: readonly Column[] = deriveColumns(productFields);

/** The columns of a variant. Their names begin with `variant.` in the header. */
export const variantColumns: readonly Column[] = deriveColumns(VariantInput.shape);

export const variantPrefix = 'variant.';

/** Reads the value at a dotted path, such as `tasting.eye`. */
export const readPath = (fields: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (at, key) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : null),
      fields,
    );

export function writePath(fields: Record<string, unknown>, path: string, value: unknown): void {
  const keys = path.split('.');
  const last = keys.pop() ?? path;
  let at = fields;
  for (const key of keys) {
    const next = at[key];
    at[key] = typeof next === 'object' && next !== null ? next : {};
    at = at[key] as Record<string, unknown>;
  }
  at[last] = value;
}

/** @param decimalMark The mark that the caller's spreadsheet program expects. */
export function formatProductCell({ name, kind }: Column, fields: unknown, decimalMark: '.' | ','): string {
  const value = readPath(fields, name);
  if (value === null || value === undefined) return '';
  if (kind === 'localized') return typeof value === 'string' ? value : '';
  if (kind === 'number') return String(value).replace('.', decimalMark);
  if (kind === 'boolean') return value === true ? 'yes' : 'no';
  if (kind === 'words' || kind === 'ids') return (value as unknown[]).join('|');
  return kind === 'json' ? JSON.stringify(value) : String(value);
}
