import fc from 'fast-check';
import type { JsonSchema, OpenApiDocument } from '#server/api/openapi/openapi-types.ts';

type Schemas = OpenApiDocument['components']['schemas'];

/** Ids that the estates of the tests have, among others that they do not. */
const idArbitrary = fc.constantFrom(1, 2, 3, 11, 22, 31, 51);

/** Values as a schema of the description allows them, nearly: a rule that JSON Schema cannot say may still refuse one. */
export function schemaArbitrary(schema: JsonSchema, schemas: Schemas): fc.Arbitrary<unknown> {
  const of = (inner: unknown) => schemaArbitrary(inner as JsonSchema, schemas);
  if ('$ref' in schema) return of(schemas[String(schema.$ref).split('/').at(-1) ?? '']);
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom<unknown>(...schema.enum);
  const either = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(either)) return fc.oneof(...either.map(of));
  switch (schema.type) {
    case 'object':
      return objectArbitrary(schema, of);
    case 'array':
      return fc.array(of(schema.items ?? {}), { minLength: Number(schema.minItems ?? 0), maxLength: 5 });
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

function stringArbitrary({ format, pattern, minLength, maxLength }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'email') return fc.emailAddress();
  if (format === 'date')
    return fc
      .date({ min: new Date('1890-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10));
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern));
  const [least, most] = [Number(minLength ?? 0), Number(maxLength ?? 40)];
  return fc.string({ minLength: least, maxLength: Math.min(most, least + 40), unit: 'binary' });
}

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);

/** JSON that no schema of ours wants, as it is written. */
export const hostileJson: readonly string[] = [
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

/** What the parser itself refuses: it would reach the prototype of every object. */
export const prototypePollution: readonly string[] = ['{"__proto__":{"a":1}}', '{"constructor":{"prototype":{"a":1}}}'];

/** A place in a JSON value: one key after another. */
type Path = readonly (string | number)[];

export function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key]))];
}

/** What is put in place of a value, in the text: no JSON value has this in it. */
const mark = '⟦here⟧';

/** `value` as JSON, with `text` at `path`; `key`: as one more field there. */
export function replaceAt(value: unknown, path: Path, text: string, key?: string): string {
  const put = (at: unknown, [step, ...rest]: Path): unknown => {
    if (step !== undefined) {
      const copy: Record<string, unknown> | unknown[] = Array.isArray(at) ? [...at] : { ...(at as object) };
      (copy as Record<string, unknown>)[step] = put((at as Record<string, unknown>)[step], rest);
      return copy;
    }
    return key !== undefined && typeof at === 'object' && at !== null && !Array.isArray(at)
      ? { ...at, [key]: mark }
      : mark;
  };
  return JSON.stringify(put(value, path)).replace(JSON.stringify(mark), () => text);
}

export interface JsonBody {
  /** As it goes through the wire. */
  text: string;
  kind: 'plain' | 'spoilt' | 'foreign' | 'any';
}

/** Bodies of a call: as described, with one value spoilt, with a field too many, and anything at all. */
export const jsonBodyArbitrary = (schema: JsonSchema, schemas: Schemas): fc.Arbitrary<JsonBody> => {
  const good = schemaArbitrary(schema, schemas);
  const placed = fc.tuple(good, fc.nat(), fc.constantFrom(...hostileJson));
  const at = (value: unknown, place: number): Path => {
    const paths = pathsOf(value);
    return paths[place % paths.length] ?? [];
  };
  return fc.oneof(
    { weight: 3, arbitrary: good.map((value): JsonBody => ({ text: JSON.stringify(value), kind: 'plain' })) },
    {
      weight: 6,
      arbitrary: placed.map(
        ([value, place, text]): JsonBody => ({ text: replaceAt(value, at(value, place), text), kind: 'spoilt' }),
      ),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(placed, fc.oneof(fc.constantFrom('constructor', 'toString', 'idSite', 'role', 'price', ''), fc.string()))
        .map(
          ([[value, place, text], key]): JsonBody => ({
            text: replaceAt(value, at(value, place), text, key),
            kind: 'foreign',
          }),
        ),
    },
    { weight: 1, arbitrary: fc.json().map((text): JsonBody => ({ text, kind: 'any' })) },
  );
};
