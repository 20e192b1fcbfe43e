import { z } from 'zod';
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
export const deriveColumns = (fields: FieldSchemas): Column[] =>
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
