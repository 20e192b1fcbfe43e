import { z } from 'zod';
import { Localized } from '#shared/localized.ts';
import { unwrapSchema } from './unwrap-schema.ts';

/**
 * Converts the empty inputs of a form, which are null or an empty text, to what the schema of the value expects: null
 * where it is nullable, otherwise an empty text, an empty list, or no value at all.
 */
export function fitEmptyValues(wrapped: z.ZodType, value: unknown): unknown {
  const { schema, isRequired, isNullable } = unwrapSchema(wrapped);
  if (value === null || value === undefined || (value === '' && !acceptsText(schema))) {
    if (isNullable) return value === undefined ? undefined : null;
    return isRequired ? emptyValueOf(schema, value) : undefined;
  }
  if (schema instanceof z.ZodArray)
    return Array.isArray(value) ? fitEntries(schema.element as z.ZodType, value) : value;
  const fields = fieldsFor(schema, value);
  return fields ? fitFields(fields, value as Readonly<Record<string, unknown>>) : value;
}

const acceptsText = (schema: z.ZodType): boolean => schema === Localized || schema instanceof z.ZodString;

function emptyValueOf(schema: z.ZodType, value: unknown): unknown {
  if (acceptsText(schema)) return '';
  return schema instanceof z.ZodArray ? [] : value;
}

const fitEntries = (element: z.ZodType, list: readonly unknown[]): unknown[] =>
  list.filter((entry) => entry !== null && entry !== undefined).map((entry) => fitEmptyValues(element, entry));

/** Returns the fields of the object that the value is; null for other values. */
function fieldsFor(schema: z.ZodType, value: unknown): Readonly<Record<string, z.ZodType>> | null {
  if (typeof value !== 'object') return null;
  if (schema instanceof z.ZodObject) return schema.shape;
  if (!(schema instanceof z.ZodDiscriminatedUnion)) return null;
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

function fitFields(fields: Readonly<Record<string, z.ZodType>>, item: Readonly<Record<string, unknown>>) {
  const entries = Object.entries(item).flatMap(([name, value]) => {
    const schema = fields[name];
    const fitted = schema ? fitEmptyValues(schema, value) : value;
    return fitted === undefined ? [] : [[name, fitted] as const];
  });
  return Object.fromEntries(entries);
}
