import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createOpenApiDocument } from '#server/api/openapi/openapi-document.ts';
import type { JsonSchema } from '#server/api/openapi/openapi-types.ts';
import { apiContract } from '#shared/contract.ts';
import { maxId } from '#shared/text-values.ts';
import { seedTwoEstates, withNewClientAddress } from '#tests/support/fixtures/account-fixtures.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const seed = 7_311;
const runs = 40;
const testTimeoutMs = 180_000;

const api = await startTestApi();
const document = createOpenApiDocument(apiContract);

interface Parameter {
  name: string;
  in: 'path' | 'query';
  schema: JsonSchema;
}

/** One case for each parameter of each operation in the API description. */
const cases = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.entries(operations).flatMap(([method, operation]) => {
    const parameters = operation.parameters.filter(({ in: location }) => location === 'path' || location === 'query');
    return parameters.map((parameter) => ({
      title: `${method.toUpperCase()} ${path} ${String(parameter.name)}`,
      path,
      method: method.toUpperCase() as 'GET' | 'POST' | 'PUT' | 'DELETE',
      parameter: parameter as unknown as Parameter,
      parameters: parameters as unknown as Parameter[],
    }));
  }),
);

beforeAll(() => seedTwoEstates(api));

/** The ids of the caller's own account and session, whose deletion would end the session. */
let ownIds: readonly string[];
let staff: Customer;
beforeEach(async () => {
  staff = await createCustomer(api, { role: 'SUPER_ADMIN' });
  const { data } = await api.call<'GET /user/session'>('/user/session', { headers: staff.headers });
  ownIds = [staff.id, ...data.sessions.map(({ id }) => id)].map(String);
});

const numbers = ['0', '-1', '01', '0x1', '1e0', '1.5', '+1', ' 1', '1e309', 'NaN', '2147483648', '4294967296'];
const texts = ['%00', '%E2%80%A8', '%F0%9F%8D%B7', '%ED%A0%80', '%25', '..%2f', "'", '%5C', '%2C%2C', '__proto__', 'x'];
const value = fc.oneof(
  fc.constantFrom(...numbers, ...texts, String(maxId), '9'.repeat(300)),
  fc.string({ unit: 'grapheme', maxLength: 20 }).map(encodeURIComponent),
  fc.integer({ min: 1, max: 60 }).map(String),
);

function urlOf(path: string, parameters: readonly Parameter[], fuzzed: Parameter, text: string): string {
  const filled = parameters
    .filter((each) => each.in === 'path')
    .reduce((url, { name }) => url.replace(`{${name}}`, name === fuzzed.name ? text || '%20' : '1'), path);
  return fuzzed.in === 'query' ? `${filled}?${encodeURIComponent(fuzzed.name)}=${text}` : filled;
}

/** True if the text is a decimal whole number within the bounds of the schema. */
function isWholeNumber({ minimum, maximum }: JsonSchema, text: string): boolean {
  const number = Number(text);
  return String(number) === text && Number.isInteger(number) && number >= Number(minimum) && number <= Number(maximum);
}

test('every whole number of the API description has bounds within the database type', () => {
  const integers = cases.filter(({ parameter }) => parameter.schema.type === 'integer' && !parameter.schema.enum);
  expect(integers.length).toBeGreaterThan(15);
  for (const { title, parameter } of integers) {
    expect(parameter.schema, title).toMatchObject({ minimum: expect.any(Number), maximum: expect.any(Number) });
    expect(Number(parameter.schema.maximum), title).toBeLessThanOrEqual(maxId);
  }
});

describe('a fuzzed parameter', () => {
  test.each(cases)(
    'never fails $title',
    { timeout: testTimeoutMs },
    async ({ path, method, parameter, parameters }) => {
      await fc.assert(
        fc.asyncProperty(value, async (text) => {
          fc.pre(method !== 'DELETE' || !ownIds.includes(text));
          const body = method === 'GET' ? {} : { body: {} };
          const url = urlOf(path, parameters, parameter, text);
          const answer = await api.call(url, withNewClientAddress({ method, headers: staff.headers, ...body }));
          expect(answer.status, `${url}: ${answer.text.slice(0, 200)}`).toBeLessThan(500);
          if (!answer.text.startsWith('{')) return;
          const envelope = JSON.parse(answer.text);
          expect(envelope.success).toBe(answer.status === 200);
          if (parameter.schema.type !== 'integer' || text === '' || isWholeNumber(parameter.schema, text)) return;
          expect(answer.status, url).toBe(400);
        }),
        { seed, numRuns: runs },
      );
    },
  );
});

test('the log contains no unexpected error', () => {
  expect(api.log.filter(({ msg }) => msg === 'request failed')).toEqual([]);
});
