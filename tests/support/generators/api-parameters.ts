import fc from 'fast-check';
import type { JsonSchema, OpenApiDocument } from '#server/api/openapi/openapi-types.ts';
import { maxId } from '#shared/limits.ts';

/** A parameter in the path or the query of an operation. */
export interface ApiParameter {
  name: string;
  in: 'path' | 'query';
  schema: JsonSchema;
}

/** An operation of the API description that has parameters. */
export interface ApiOperation {
  title: string;
  path: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  parameters: readonly ApiParameter[];
  isOfStaff: boolean;
}

/** Reads come first and deletions last, so that the items of the fixtures exist as long as possible. */
const order = ['GET', 'PUT', 'POST', 'DELETE'];

export const listOperationsWithParameters = ({ paths }: OpenApiDocument): ApiOperation[] =>
  Object.entries(paths)
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]): ApiOperation => {
        const parameters = operation.parameters as unknown as ApiParameter[];
        return {
          title: `${method.toUpperCase()} ${path}`,
          path,
          method: method.toUpperCase() as ApiOperation['method'],
          parameters: parameters.filter((parameter) => parameter.in === 'path' || parameter.in === 'query'),
          isOfStaff: path.startsWith('/admin/'),
        };
      }),
    )
    .filter(({ parameters }) => parameters.length > 0)
    .sort((a, b) => order.indexOf(a.method) - order.indexOf(b.method));

/** The id of a visit is excluded from numeric parameters, because it is the name of the visit's source, a text. */
const isVisit = ({ path }: ApiOperation): boolean => path === '/site/visit/{id}';

/** Checks whether a parameter accepts only a number, an id or a list of ids, so that each value has one notation. */
export const acceptsOnlyNumbersOrIds = (operation: ApiOperation, { name, schema }: ApiParameter): boolean =>
  schema.type === 'integer' ||
  schema.type === 'number' ||
  (/^(\w+:)?(id|ids|id[A-Z]\w*)$/.test(name) && !isVisit(operation));

/** Texts, encoded for a URL, that no numeric parameter accepts. */
export const invalidNumbers: readonly string[] = [
  ...['01', '0x1', '1e0', '1.0e0', '%2B1', '%201', '1%20', '-0x1', '00', '1e309', 'NaN', 'Infinity', '1_0', '0b1'],
  ...['%EF%BC%91', '1%00', '4294967296', '9'.repeat(300)],
];

const numbers = ['0', '-1', '01', '0x1', '1e0', '1.5', '+1', ' 1', '1e309', 'NaN', '2147483648', '4294967296'];
const texts = ['%00', '%E2%80%A8', '%F0%9F%8D%B7', '%ED%A0%80', '%25', '..%2f', "'", '%5C', '%2C%2C', '__proto__', 'x'];

/** Any value, encoded for a URL. Most of them are invalid for most parameters. */
export const anyParameterValueArbitrary: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...numbers, ...texts, String(maxId), '9'.repeat(300)),
  fc.string({ unit: 'grapheme', maxLength: 20 }).map(encodeURIComponent),
  fc.integer({ min: 1, max: 60 }).map(String),
);

const decimals = ['0', '-1', '1', '0.000001', '-0.5', '999999999', '999999999.999999'];
const dates = ['0001-01-01', '9999-12-31', '2024-02-29', '2026-03-29T02:30', '1969-12-31T23:59:59.999Z'];
const hostileTexts = [
  '%25',
  '_',
  '%5C',
  "'",
  '"',
  '%25%5C',
  '%E2%80%A8',
  '%F0%9F%8D%B7',
  '%CC%81',
  '%3A*',
  '!%26%7C',
  'x',
];

/** Generates values within the schema, encoded for a URL, so that they get past the validation and into a query. */
function acceptedValue(operation: ApiOperation, parameter: ApiParameter): fc.Arbitrary<string> {
  const { schema } = parameter;
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum.map(String));
  if (schema.type === 'integer')
    return fc.oneof(
      fc.constantFrom(String(schema.minimum), String(schema.maximum)),
      fc.nat(60).map((more) => String(Math.min(Number(schema.minimum) + more, Number(schema.maximum)))),
    );
  if (schema.type === 'number') return fc.constantFrom(...decimals);
  if (schema.format === 'date-time') return fc.constantFrom(...dates);
  if (acceptsOnlyNumbersOrIds(operation, parameter)) return fc.constantFrom('1', '2,1', ',', String(maxId), '1,1,1');
  return fc.oneof(
    fc.constantFrom(...hostileTexts),
    fc.string({ unit: 'grapheme', maxLength: 20 }).map(encodeURIComponent),
  );
}

/** Generates query strings with some of the operation's query parameters, all of them with accepted values. */
export const createAcceptedQueryArbitrary = (operation: ApiOperation): fc.Arbitrary<string> =>
  fc
    .record(
      Object.fromEntries(
        operation.parameters
          .filter((parameter) => parameter.in === 'query' && !('not' in parameter.schema))
          .map((parameter) => [parameter.name, acceptedValue(operation, parameter)]),
      ),
      { requiredKeys: [] },
    )
    .map((values) =>
      Object.entries(values)
        .map(([name, text]) => `${encodeURIComponent(name)}=${text}`)
        .join('&'),
    );

/** Values of path parameters that are not fuzzed. All others get 1, the id of most items of the fixtures. */
const usualPathValues: Record<string, string> = { route: 'events', lang: 'fr_FR' };

/** Builds the path of an operation with `values`, and with the id of a fixture for all other parameters. */
export const buildPathFromEncodedValues = (
  { path }: Pick<ApiOperation, 'path'>,
  values: Readonly<Record<string, string>> = {},
): string => path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? usualPathValues[name] ?? '1');
