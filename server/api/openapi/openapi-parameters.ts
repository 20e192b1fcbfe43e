import { z } from 'zod';
import type { JsonSchema } from './openapi-types.ts';

/** Removes the bounds of safe integers from a JSON Schema. `z.int()` adds them, and they are of no use to a reader. */
export function removeSafeIntegerBounds(schema: { minimum?: number | undefined; maximum?: number | undefined }): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

/** Omits `$id`, `$schema` and `id`. An `$id` would change the base of the references inside the schema. */
export function omitSchemaIdentifiers({ $id: _id, $schema: _schema, id: _name, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

/**
 * Returns the fields of a query on the wire. A list query is transformed after parsing, so its format on the wire is
 * the schema before the transformation.
 */
function wireShape(schema: z.ZodType | undefined): Record<string, z.ZodType> {
  let wire: unknown = schema;
  while (wire instanceof z.ZodPipe) wire = wire.in;
  return wire instanceof z.ZodObject ? (wire.shape as Record<string, z.ZodType>) : {};
}

export function schemaToOpenApiParameters(schema: z.ZodType | undefined, location: 'path' | 'query') {
  return Object.entries(wireShape(schema)).map(([name, each]) => ({
    name,
    in: location,
    required: location === 'path',
    schema: parameterSchema(each),
  }));
}

/** Unwraps transformations and returns the schema of the value on the wire. */
function parameterSchema(schema: z.ZodType): JsonSchema {
  let wire: unknown = schema;
  for (;;) {
    if (wire instanceof z.ZodOptional) wire = wire.unwrap();
    else if (wire instanceof z.ZodPipe) wire = wire.in instanceof z.ZodTransform ? wire.out : wire.in;
    else break;
  }
  if (wire instanceof z.ZodDate) return { type: 'string', format: 'date-time' };
  // A coercion accepts any string, so the schema of its output describes the parameter better than that of its input.
  const io = wire instanceof z.ZodNumber ? 'output' : 'input';
  return omitSchemaIdentifiers(
    z.toJSONSchema(wire as z.ZodType, {
      io,
      unrepresentable: 'any',
      override: ({ jsonSchema }) => removeSafeIntegerBounds(jsonSchema),
    }) as JsonSchema,
  );
}
