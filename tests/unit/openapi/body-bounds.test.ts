import { expect, test } from 'vitest';
import { createOpenApiDocument } from '#server/api/openapi/openapi-document.ts';
import type { JsonSchema } from '#server/api/openapi/openapi-types.ts';
import { completeApiContract } from '#shared/contract.ts';

const { schemas } = createOpenApiDocument(completeApiContract).components;

/**
 * These numbers are only compared, converted to text or stored as JSON, so that no type of the database limits them.
 */
const unboundedNumbers = [
  'parameter-item.value',
  'post-order-body.delivery.accessPoint.id',
  'post-order-body.delivery.servicePrice',
  'post-order-body.total',
  'post-admin-order-body.delivery.accessPoint.id',
  'post-admin-order-body.delivery.servicePrice',
  'post-admin-order-body.total',
];

/** Lists the paths of the numbers in a schema that have no lower or no upper bound. */
function listUnboundedNumbers(schema: unknown, path: string): string[] {
  if (Array.isArray(schema)) return schema.flatMap((each) => listUnboundedNumbers(each, path));
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, properties = {}, items, anyOf, oneOf, allOf, additionalProperties, ...rest } = schema as JsonSchema;
  const isNumber = (type === 'integer' || type === 'number') && !('enum' in rest) && !('const' in rest);
  const isBounded =
    ('minimum' in rest || 'exclusiveMinimum' in rest) && ('maximum' in rest || 'exclusiveMaximum' in rest);
  return [
    ...(isNumber && !isBounded ? [path] : []),
    ...Object.entries(properties as object).flatMap(([name, each]) => listUnboundedNumbers(each, `${path}.${name}`)),
    ...[items, anyOf, oneOf, allOf, additionalProperties].flatMap((each) => listUnboundedNumbers(each, path)),
  ];
}

test('every number in a body has bounds, so that none exceeds its type in the database', () => {
  const bodies = Object.entries(schemas).filter(([id]) => /-(body|item)$|^PageEntries$/.test(id));
  expect(bodies.length).toBeGreaterThan(100);
  const unbounded = bodies.flatMap(([id, schema]) => listUnboundedNumbers(schema, id));
  expect([...new Set(unbounded)].sort()).toEqual([...unboundedNumbers].sort());
});
