import { z } from 'zod';

interface UnwrappedSchema {
  schema: z.ZodType;
  /** False if the value may be absent or null. */
  isRequired: boolean;
  isNullable: boolean;
}

/** Removes the wrappers of a schema that make the value optional or nullable or give it a default. */
export function unwrapSchema(schema: z.ZodType): UnwrappedSchema {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return { ...unwrapSchema(schema.unwrap() as z.ZodType), isRequired: false };
  if (schema instanceof z.ZodNullable)
    return { ...unwrapSchema(schema.unwrap() as z.ZodType), isRequired: false, isNullable: true };
  return { schema, isRequired: true, isNullable: false };
}
