import { z } from 'zod';
import { Localized } from '#shared/localized.ts';
import { unwrapSchema } from '#shared/unwrap-schema.ts';

/**
 * Converts the empty inputs of a form, which are null or an empty text, to what the schema of the value expects: no
 * value in a field that is optional and nullable. Elsewhere an empty text stays where any text is accepted. All other
 * empty values become null in a nullable field, no value in an optional one or one with a default, and an empty text or
 * list where one is required. Required values of other types stay, so that the API reports them.
 */
export function fitEmptyValuesToSchema(wrapped: z.ZodType, value: unknown): unknown {
  const { schema, isRequired, isNullable } = unwrapSchema(wrapped);
  // The API keeps the stored value if an optional nullable field is absent, and deletes it if the field is null. An
  // empty input must not delete the stored value.
  if (wrapped instanceof z.ZodOptional && isNullable && (value === null || value === '')) return undefined;
  if (value === null || value === undefined || (value === '' && !acceptsText(schema))) {
    if (isNullable) return value === undefined ? undefined : null;
    return isRequired ? emptyValueOf(schema, value) : undefined;
  }
  if (schema instanceof z.ZodArray)
    return Array.isArray(value) ? fitEntries(schema.element as z.ZodType, value) : value;
  if (schema instanceof z.ZodRecord) return fitRecord(schema, value);
  const fields = fieldsFor(schema, value);
  return fields ? fitFields(fields, value as Readonly<Record<string, unknown>>) : value;
}

const acceptsText = (schema: z.ZodType): boolean => schema === Localized || schema instanceof z.ZodString;

function emptyValueOf(schema: z.ZodType, value: unknown): unknown {
  if (acceptsText(schema)) return '';
  return schema instanceof z.ZodArray ? [] : value;
}

const fitEntries = (element: z.ZodType, list: readonly unknown[]): unknown[] =>
  list.filter((entry) => entry !== null && entry !== undefined).map((entry) => fitEmptyValuesToSchema(element, entry));

/** Normalises a record of lists by key, such as opening hours by weekday. Keys with an empty list are left out. */
function fitRecord({ valueType }: z.ZodRecord, value: unknown): unknown {
  const element: unknown = valueType;
  if (typeof value !== 'object' || value === null || !(element instanceof z.ZodArray)) return value;
  const lists = Object.entries(value).map(([key, list]) => [key, fitEmptyValuesToSchema(element, list)] as const);
  return Object.fromEntries(lists.filter(([, list]) => Array.isArray(list) && list.length > 0));
}

/** Returns the schemas of the value's fields; null if the value is not an object with known fields. */
function fieldsFor(schema: z.ZodType, value: unknown): Readonly<Record<string, z.ZodType>> | null {
  if (typeof value !== 'object') return null;
  if (schema instanceof z.ZodObject) return schema.shape;
  if (!(schema instanceof z.ZodDiscriminatedUnion)) return fieldsOfAlternative(schema, value);
  const { discriminator, options } = schema.def;
  const kind = (value as Record<string, unknown>)[discriminator];
  const option = options.find(
    (candidate) =>
      candidate instanceof z.ZodObject &&
      candidate.shape[discriminator] instanceof z.ZodLiteral &&
      candidate.shape[discriminator].value === kind,
  );
  return option instanceof z.ZodObject ? option.shape : null;
}

/** Returns the fields of the first alternative that has all fields of the value. */
function fieldsOfAlternative(schema: z.ZodType, value: object | null): Readonly<Record<string, z.ZodType>> | null {
  if (!(schema instanceof z.ZodUnion) || schema === Localized) return null;
  const names = Object.keys(value ?? {});
  const option = schema.options.find(
    (candidate) => candidate instanceof z.ZodObject && names.every((name) => name in candidate.shape),
  );
  return option instanceof z.ZodObject ? option.shape : null;
}

function fitFields(fields: Readonly<Record<string, z.ZodType>>, item: Readonly<Record<string, unknown>>) {
  const entries = Object.entries(item).flatMap(([name, value]) => {
    const schema = fields[name];
    const fitted = schema ? fitEmptyValuesToSchema(schema, value) : value;
    return fitted === undefined ? [] : [[name, fitted] as const];
  });
  return Object.fromEntries(entries);
}
