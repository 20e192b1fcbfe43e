import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createOpenApiDocument } from '#server/api/openapi/openapi-document.ts';
import type { JsonSchema } from '#server/api/openapi/openapi-types.ts';
import { completeApiContract } from '#shared/contract.ts';
import { maxId } from '#shared/limits.ts';
import { withNewClientAddress } from '#tests/support/fixtures/account-fixtures.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import {
  seedEstatesAndCreateFuzzCallers,
  startApiWithoutUrlFetches,
} from '#tests/support/fixtures/fuzz-callers-and-samples.ts';
import {
  type ApiOperation,
  type ApiParameter,
  acceptsOnlyNumbersOrIds,
  anyParameterValueArbitrary,
  buildPathFromEncodedValues,
  createAcceptedQueryArbitrary,
  invalidNumbers,
  listOperationsWithParameters,
} from '#tests/support/generators/api-parameters.ts';
import { minFuzzedCallsByTestFile } from '#tests/support/generators/fuzz-budget.ts';

const seed = 7_311;
/** The parameters of calls that are open to visitors or customers get more values than those of staff. */
const runsOf = ({ isOfStaff }: ApiOperation) => (isOfStaff ? 3 : 20);
const queryRuns = 12;
const testTimeoutMs = 180_000;

const api = await startApiWithoutUrlFetches();
const document = createOpenApiDocument(completeApiContract);
const operations = listOperationsWithParameters(document);
const lists = operations.filter(
  ({ method, parameters }) => method === 'GET' && parameters.some((p) => p.in === 'query'),
);

beforeAll(() => seedEstatesAndCreateFuzzCallers(api));

/** The ids of the caller's own account and session, whose deletion would end the session. */
let ownIds: readonly string[];
let staff: Customer;
beforeEach(async () => {
  staff = await createCustomer(api, { role: 'SUPER_ADMIN' });
  const { data } = await api.call<'GET /user/session'>('/user/session', { headers: staff.headers });
  ownIds = [staff.id, ...data.sessions.map(({ id }) => id)].map(String);
});

let calls = 0;
/** Sends a call as a SUPER_ADMIN, so that no call is refused because of its caller. */
async function send({ method }: ApiOperation, url: string) {
  calls++;
  const body = method === 'GET' ? {} : { body: {} };
  const answer = await api.call(url, withNewClientAddress({ method, headers: staff.headers, ...body }));
  expect(answer.status, `${url}: ${answer.text.slice(0, 200)}`).toBeLessThan(500);
  expect([401, 403], url).not.toContain(answer.status);
  if (answer.text.startsWith('{')) expect(JSON.parse(answer.text).success).toBe(answer.status === 200);
  return answer;
}

function urlOf(operation: ApiOperation, { name, in: location }: ApiParameter, text: string): string {
  if (location === 'path') return buildPathFromEncodedValues(operation, { [name]: text || '%20' });
  return `${buildPathFromEncodedValues(operation)}?${encodeURIComponent(name)}=${text}`;
}

/** Returns the names of the invalid fields in a response, without indexes: `ids` for `ids.2`. */
const listInvalidFields = ({ errors = {} }: Awaited<ReturnType<typeof send>>): string[] =>
  Object.keys(errors).map((field) => field.replace(/\.\d+$/, ''));

/** Checks whether the text is a decimal whole number within the bounds of the schema. */
function isWholeNumber({ minimum, maximum }: JsonSchema, text: string): boolean {
  const number = Number(text);
  return String(number) === text && Number.isInteger(number) && number >= Number(minimum) && number <= Number(maximum);
}

test('every whole-number parameter of the API has bounds, with a maximum within the database type', () => {
  const integers = operations.flatMap(({ title, parameters }) =>
    parameters
      .filter(({ schema }) => schema.type === 'integer' && !schema.enum)
      .map(({ name, schema }) => ({ title: `${title} ${name}`, schema })),
  );
  expect(integers.length).toBeGreaterThan(250);
  for (const { title, schema } of integers) {
    expect(schema, title).toMatchObject({ minimum: expect.any(Number), maximum: expect.any(Number) });
    expect(Number(schema.maximum), title).toBeLessThanOrEqual(maxId);
  }
});

describe.each(operations)('$title', (operation) => {
  const { method, parameters } = operation;
  const numeric = parameters.filter((parameter) => acceptsOnlyNumbersOrIds(operation, parameter));
  const inQuery = numeric.filter((parameter) => parameter.in === 'query').map(({ name }) => name);

  test('responds to any value of a parameter without an error', { timeout: testTimeoutMs }, async () => {
    for (const parameter of parameters) {
      await fc.assert(
        fc.asyncProperty(anyParameterValueArbitrary, async (text) => {
          fc.pre(method !== 'DELETE' || !ownIds.includes(text));
          const answer = await send(operation, urlOf(operation, parameter, text));
          if (parameter.schema.type !== 'integer' || text === '' || isWholeNumber(parameter.schema, text)) return;
          expect(answer.status, `${parameter.name}=${text}`).toBe(400);
        }),
        { seed, numRuns: runsOf(operation) },
      );
    }
  });

  test.runIf(numeric.length > 0)('accepts one notation of a number only', { timeout: testTimeoutMs }, async () => {
    for (const text of invalidNumbers) {
      for (const parameter of numeric.filter((each) => each.in === 'path')) {
        const answer = await send(operation, urlOf(operation, parameter, text));
        expect(answer.status, `${parameter.name}=${text}`).toBe(400);
        if (method !== 'GET') expect(listInvalidFields(answer)).toContain(parameter.name);
      }
      if (inQuery.length === 0) continue;
      const query = inQuery.map((name) => `${encodeURIComponent(name)}=${text}`).join('&');
      const answer = await send(operation, `${buildPathFromEncodedValues(operation)}?${query}`);
      expect(answer.status, query).toBe(400);
      if (inQuery.length > 1) expect(listInvalidFields(answer)).toEqual(expect.arrayContaining(inQuery));
    }
  });
});

test.each(lists)(
  '$title responds to any combination of accepted parameters',
  { timeout: testTimeoutMs },
  async (list) => {
    await fc.assert(
      fc.asyncProperty(
        createAcceptedQueryArbitrary(list),
        async (query) => void (await send(list, `${buildPathFromEncodedValues(list)}?${query}`)),
      ),
      { seed, numRuns: queryRuns },
    );
  },
);

test('the log contains no unexpected error', () => {
  expect(api.log.filter(({ msg }) => msg === 'request failed')).toEqual([]);
});

test('the number of fuzzed calls is at least that of the budget', () => {
  expect(calls).toBeGreaterThanOrEqual(minFuzzedCallsByTestFile.parameters);
});
