import fc from 'fast-check';
import type { JsonSchema, OpenApiDocument } from '#server/api/openapi/openapi-types.ts';

type Schemas = OpenApiDocument['components']['schemas'];

/** Ids to use in generated values. Some of them exist at the test estates. */
const idArbitrary = fc.constantFrom(1, 2, 3, 11, 22, 31, 51);

/** Lists below this depth are empty, because the entries of a page tree contain entries themselves. */
const maxDepth = 12;

/**
 * Generates values for a schema of the API description. The API may reject some of them, because `idArbitrary` ignores
 * the bounds of numbers, deep lists are empty, and JSON Schema cannot express all rules.
 */
export function createMostlyValidValueArbitrary(
  schema: JsonSchema,
  schemas: Schemas,
  depth = 0,
): fc.Arbitrary<unknown> {
  const of = (inner: unknown) => createMostlyValidValueArbitrary(inner as JsonSchema, schemas, depth + 1);
  if ('$ref' in schema) return of(schemas[String(schema.$ref).split('/').at(-1) ?? '']);
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom<unknown>(...schema.enum);
  const either = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(either)) return fc.oneof(...either.map(of));
  switch (schema.type) {
    case 'object':
      return objectArbitrary(schema, of);
    case 'array':
      return depth > maxDepth
        ? fc.constant([])
        : fc.array(of(schema.items ?? {}), { minLength: Number(schema.minItems ?? 0), maxLength: 5 });
    case 'string':
      return stringArbitrary(schema);
    case 'integer':
      return fc.oneof(
        idArbitrary,
        fc.integer({ min: Number(schema.minimum ?? -5), max: Number(schema.maximum ?? 100_000) }),
      );
    case 'number':
      return fc.oneof(idArbitrary, fc.double({ min: Number(schema.minimum ?? -10), max: 100_000, noNaN: true }));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue();
  }
}

function objectArbitrary(
  { properties = {}, required = [] }: JsonSchema,
  of: (inner: unknown) => fc.Arbitrary<unknown>,
) {
  const fields = Object.entries(properties as Record<string, unknown>).map(([name, inner]) => [name, of(inner)]);
  return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: required as string[],
    noNullPrototype: true,
  });
}

/** Fast-check takes milliseconds to prepare a generator of texts, and thousands of fields have the same limits. */
const stringArbitraries = new Map<string, fc.Arbitrary<string>>();

function stringArbitrary(schema: JsonSchema): fc.Arbitrary<string> {
  const { format, pattern, minLength, maxLength } = schema;
  const key = JSON.stringify([format, pattern, minLength, maxLength]);
  const known = stringArbitraries.get(key) ?? createStringArbitrary(schema);
  stringArbitraries.set(key, known);
  return known;
}

function createStringArbitrary({ format, pattern, minLength, maxLength }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'email') return fc.emailAddress();
  if (format === 'date')
    return fc
      .date({ min: new Date('1890-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10));
  if (typeof pattern === 'string' && !/\(\?[=!<]/.test(pattern)) return fc.stringMatching(new RegExp(pattern));
  // fast-check cannot generate texts for patterns with lookaheads, which only URLs and paths have.
  if (typeof pattern === 'string') return fc.oneof(fc.webUrl(), fc.webPath({ size: 'small' }), fc.constant('/contact'));
  const min = Number(minLength ?? 0);
  const max = Math.min(Number(maxLength ?? 40), min + 40);
  return fc.string({ minLength: min, maxLength: max, unit: 'binary' });
}

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);

/** JSON texts that parsers, prototypes or limits may handle badly. */
export const hostileValuesAsJson: readonly string[] = [
  'null',
  'true',
  '[]',
  '{}',
  '""',
  '-1',
  '0',
  '1.5',
  '1e308',
  '-1e-308',
  '99999999999999999999',
  '2147483648',
  '[null]',
  '[[]]',
  '{"id":1}',
  '{"length":1}',
  '{"toString":1,"valueOf":1}',
  '{"toString":null,"toJSON":1,"then":1}',
  '{"constructor":1}',
  '{"hasOwnProperty":1,"":2}',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\u202e\u200b\ufeff"',
  '"👩‍👩‍👧‍👦 é e\u0301"',
  `"'; drop table orders; --"`,
  '"%00%2e%2e/"',
  '"__proto__"',
  '"constructor"',
  JSON.stringify('x'.repeat(5_000)),
  JSON.stringify('\u0301'.repeat(300)),
  nested(5_000, '[', ']'),
  `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`,
];

/** JSON texts that Fastify's parser rejects, because they would change prototypes. */
export const prototypePollutionTexts: readonly string[] = [
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{"a":1}}}',
];

/** The keys that lead to a place in a JSON value. */
type Path = readonly (string | number)[];

export function listJsonPaths(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => listJsonPaths(inner, [...path, key]))];
}

/** A placeholder text that no generated value contains. */
const placeholder = '⟦here⟧';

/**
 * Returns `value` as JSON with `text` in place of the value at `path`, or as an additional field `key` of the object at
 * `path`.
 */
export function buildJsonWithReplacedValue(value: unknown, path: Path, text: string, key?: string): string {
  const insert = (at: unknown, [step, ...rest]: Path): unknown => {
    if (step !== undefined) {
      const copy: Record<string, unknown> | unknown[] = Array.isArray(at) ? [...at] : { ...(at as object) };
      (copy as Record<string, unknown>)[step] = insert((at as Record<string, unknown>)[step], rest);
      return copy;
    }
    return key !== undefined && typeof at === 'object' && at !== null && !Array.isArray(at)
      ? { ...at, [key]: placeholder }
      : placeholder;
  };
  return JSON.stringify(insert(value, path)).replace(JSON.stringify(placeholder), () => text);
}

export interface JsonBody {
  text: string;
  kind: 'valid' | 'invalidValue' | 'unknownField' | 'arbitrary';
}

/** Generates the JSON of `value` with a hostile value at one of its places. */
export const createValueMutationArbitrary = (value: unknown): fc.Arbitrary<JsonBody> =>
  fc
    .tuple(fc.constantFrom(...listJsonPaths(value)), fc.constantFrom(...hostileValuesAsJson))
    .map(([path, text]): JsonBody => ({ text: buildJsonWithReplacedValue(value, path, text), kind: 'invalidValue' }));

/** Generates request bodies: valid ones, ones with a hostile value, ones with an unknown field, and arbitrary JSON. */
export const createJsonBodyArbitrary = (schema: JsonSchema, schemas: Schemas): fc.Arbitrary<JsonBody> => {
  const valid = createMostlyValidValueArbitrary(schema, schemas);
  const hostileValue = fc.tuple(valid, fc.nat(), fc.constantFrom(...hostileValuesAsJson));
  const at = (value: unknown, place: number): Path => {
    const paths = listJsonPaths(value);
    return paths[place % paths.length] ?? [];
  };
  return fc.oneof(
    { weight: 3, arbitrary: valid.map((value): JsonBody => ({ text: JSON.stringify(value), kind: 'valid' })) },
    {
      weight: 6,
      arbitrary: hostileValue.map(
        ([value, place, text]): JsonBody => ({
          text: buildJsonWithReplacedValue(value, at(value, place), text),
          kind: 'invalidValue',
        }),
      ),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          hostileValue,
          fc.oneof(fc.constantFrom('constructor', 'toString', 'idSite', 'role', 'price', ''), fc.string()),
        )
        .map(
          ([[value, place, text], key]): JsonBody => ({
            text: buildJsonWithReplacedValue(value, at(value, place), text, key),
            kind: 'unknownField',
          }),
        ),
    },
    { weight: 1, arbitrary: fc.json().map((text): JsonBody => ({ text, kind: 'arbitrary' })) },
  );
};
