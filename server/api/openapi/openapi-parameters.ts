import { z } from 'zod';
import type { JsonSchema } from './openapi-types.ts';

/** That a whole number must be one that JavaScript can hold goes without saying. */
export function dropSafeBounds(schema: { minimum?: number | undefined; maximum?: number | undefined }): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

/** Where a schema stands in the document is its address; one of its own would change what references mean. */
export function withoutIdentifiers({ $id: _id, $schema: _schema, id: _name, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

/** List queries are turned into filters after they are parsed: what callers send is the object before that. */
function wireShape(schema: z.ZodType | undefined): Record<string, z.ZodType> {
  let wire: unknown = schema;
  while (wire instanceof z.ZodPipe) wire = wire.in;
  return wire instanceof z.ZodObject ? (wire.shape as Record<string, z.ZodType>) : {};
}

/** The parameters of a call in its path or query, as callers write them. */
export function describeParameters(schema: z.ZodType | undefined, place: 'path' | 'query') {
  return Object.entries(wireShape(schema)).map(([name, each]) => ({
    name,
    in: place,
    required: place === 'path',
    schema: parameterSchema(each),
  }));
}

/** Past the steps that turn words into values, down to what the words must be. */
function parameterSchema(schema: z.ZodType): JsonSchema {
  let wire: unknown = schema;
  for (;;) {
    if (wire instanceof z.ZodOptional) wire = wire.unwrap();
    else if (wire instanceof z.ZodPipe) wire = wire.in instanceof z.ZodTransform ? wire.out : wire.in;
    else break;
  }
  if (wire instanceof z.ZodDate) return { type: 'string', format: 'date-time' };
  // Coercion takes any word on the wire; what it must become is the useful thing to say.
  const io = wire instanceof z.ZodNumber ? 'output' : 'input';
  return withoutIdentifiers(
    z.toJSONSchema(wire as z.ZodType, {
      io,
      unrepresentable: 'any',
      override: ({ jsonSchema }) => dropSafeBounds(jsonSchema),
    }) as JsonSchema,
  );
}
