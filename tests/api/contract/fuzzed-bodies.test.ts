import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { isStaffEndpoint } from '#shared/endpoint.ts';
import { expectContractStatusAnd400IfInvalid, expectEnvelope } from '#tests/api/contract/expect-api-response.ts';
import { withNewClientAddress } from '#tests/support/fixtures/account-fixtures.ts';
import { createCustomer } from '#tests/support/fixtures/create-customer.ts';
import {
  type FuzzCallerKind,
  type FuzzCallersAndSamples,
  fuzzCallerKinds,
  seedEstatesAndCreateFuzzCallers,
  startApiWithoutUrlFetches,
} from '#tests/support/fixtures/fuzz-callers-and-samples.ts';
import { createPlaceOrderInput } from '#tests/support/fixtures/place-order-input.ts';
import { sampleInputs } from '#tests/support/fixtures/sample-inputs.ts';
import {
  type ApiWrite,
  apiWritesWithoutUploads,
  bodySchemas,
} from '#tests/support/generators/api-writes-without-uploads.ts';
import {
  buildJsonWithReplacedValue,
  createJsonBodyArbitrary,
  createValueMutationArbitrary,
  hostileValuesAsJson,
  type JsonBody,
  listJsonPaths,
} from '#tests/support/generators/create-json-body-arbitrary.ts';
import { minFuzzedCallsByTestFile } from '#tests/support/generators/fuzz-budget.ts';

/**
 * Valid and corrupted bodies are generated from the schema of each endpoint. The fixed seed makes every run identical.
 */
const seed = 5_511;
const testTimeoutMs = 180_000;

/** Calls that are open to visitors or customers get more bodies than calls of staff. */
function runsOf({ endpoint, schema }: ApiWrite): number {
  if (isStaffEndpoint(endpoint)) return schema ? 20 : 4;
  return 40;
}

const api = await startApiWithoutUrlFetches();
let callers: FuzzCallersAndSamples;
beforeAll(async () => {
  callers = await seedEstatesAndCreateFuzzCallers(api);
});

const json = { 'content-type': 'application/json' };
const invalidIds = ['0', '-1', '1e3', 'x', '99999999999', '2147483647', '%00', '..%2f', '%F0%9F%8D%B7'];
const idValue = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('1', '2') },
  { weight: 2, arbitrary: fc.constantFrom(...invalidIds) },
);

/** Values of the parameters in a path, encoded for a URL. */
const pathParams = ({ path }: ApiWrite, usualKey: string): fc.Arbitrary<Record<string, string>> =>
  fc.record(
    Object.fromEntries(
      [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
        if (name === 'route') return [name, fc.constantFrom('events', 'x', '%00')];
        return [name, name === 'key' ? fc.oneof(fc.constant(usualKey), idValue) : idValue];
      }),
    ),
    { noNullPrototype: true },
  );

const statuses = new Map<string, Set<number>>();
let calls = 0;
async function send({ name, path, method }: ApiWrite, body: string, headers: object, params: Record<string, string>) {
  calls++;
  const url = path.replace(/\{(\w+)\}/g, (_, param: string) => params[param] ?? '1');
  const answer = await api.call(url, withNewClientAddress({ method, body, headers: { ...json, ...headers } }));
  statuses.set(name, (statuses.get(name) ?? new Set()).add(answer.status));
  return answer;
}

/** Most calls of staff are sent by a SUPER_ADMIN, because other callers may be refused before the body is read. */
const callerOf = ({ endpoint }: ApiWrite): fc.Arbitrary<FuzzCallerKind> =>
  isStaffEndpoint(endpoint)
    ? fc.oneof(
        { weight: 6, arbitrary: fc.constant('the staff' as const) },
        { weight: 1, arbitrary: fc.constantFrom(...fuzzCallerKinds) },
      )
    : fc.constantFrom(...fuzzCallerKinds);

/** The resource of a call, such as `news` of `PUT /admin/news/{key}`; undefined for all other calls. */
const resourceOf = ({ path }: ApiWrite): string | undefined => {
  const [, name] = /^\/admin\/([\w-]+)(\/\{key\})?$/.exec(path) ?? [];
  return name !== undefined && name in sampleInputs ? name : undefined;
};

/** Generates bodies from the schema of a call, and for a call that saves an item also mutations of a valid item. */
function bodyArbitrary(write: ApiWrite): fc.Arbitrary<JsonBody> {
  if (!write.schema) return fc.json().map((text) => ({ text, kind: 'arbitrary' }));
  const generated = createJsonBodyArbitrary(write.schema, bodySchemas);
  const sample = sampleInputs[resourceOf(write) ?? ''];
  if (!sample) return generated;
  const valid = write.method === 'PUT' ? { revision: 0, item: sample.change } : { item: sample.input };
  return fc.oneof(
    generated,
    createValueMutationArbitrary(valid),
    createValueMutationArbitrary(valid),
    fc.constant<JsonBody>({ text: JSON.stringify(valid), kind: 'valid' }),
  );
}

/** Reads the sample item of a call's resource, so that a fuzzed save can name its key and its present revision. */
async function readItem(write: ApiWrite): Promise<{ key: string; revision: number }> {
  const resource = resourceOf(write);
  if (!resource) return { key: '1', revision: 0 };
  const headers = await callers.headersOf('the staff', write.name);
  const key = callers.sampleKeys.get(resource) ?? String(sampleInputs[resource]?.key ?? '');
  const url = write.path.includes('{key}') ? `/admin/${resource}/${key}` : `/admin/${resource}`;
  const { text } = await api.call(url, withNewClientAddress({ headers }));
  return { key, revision: JSON.parse(text).data.revision ?? 0 };
}

// The two tests of orders run before the calls with fuzzed bodies, which change the stock and the settings of the shop.

test('an order with deeply nested unknown fields below an access point gets a valid envelope', async () => {
  const customer = await createCustomer(api);
  const deep = '['.repeat(50_000) + ']'.repeat(50_000);
  const input = createPlaceOrderInput({ delivery: { type: 'PICKUP', idCarrier: 2, accessPoint: { id: '1' } } });
  const text = JSON.stringify(input).replace('"accessPoint":{', `"accessPoint":{"more":${deep},`);
  const order = apiWritesWithoutUploads.find(({ name }) => name === 'POST /order') as ApiWrite;
  const answer = await send(order, text, customer.headers, {});
  expect([200, 400]).toContain(answer.status);
  expectEnvelope(answer);
});

test.each(hostileValuesAsJson.map((text) => [text.slice(0, 40), text]))(
  'an order with %s in any field gets a valid envelope',
  { timeout: testTimeoutMs },
  async (_, text) => {
    const customer = await createCustomer(api);
    const order = apiWritesWithoutUploads.find(({ name }) => name === 'POST /order') as ApiWrite;
    for (const path of listJsonPaths(createPlaceOrderInput({ discount: { code: 'CINQ' } }))) {
      const body = buildJsonWithReplacedValue(createPlaceOrderInput({ discount: { code: 'CINQ' } }), path, text);
      expectContractStatusAnd400IfInvalid(order, await send(order, body, customer.headers, {}), body, {});
    }
  },
);

describe('a fuzzed body', () => {
  test.each(apiWritesWithoutUploads)(
    'gets an envelope that names the invalid fields from $name',
    { timeout: testTimeoutMs },
    async (write) => {
      let item = await readItem(write);
      await fc.assert(
        fc.asyncProperty(
          bodyArbitrary(write),
          callerOf(write),
          pathParams(write, item.key),
          async (body, caller, params) => {
            const text = body.text.replace(/"revision":\d+/, `"revision":${item.revision}`);
            const answer = await send(write, text, await callers.headersOf(caller, write.name), params);
            const decoded = Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]);
            expectContractStatusAnd400IfInvalid(write, answer, text, Object.fromEntries(decoded));
            if (answer.status === 200 && resourceOf(write)) item = await readItem(write);
          },
        ),
        { seed, numRuns: runsOf(write) },
      );
    },
  );
});

test('the fuzzed items of resources are also saved', () => {
  const saves = apiWritesWithoutUploads.filter((write) => write.method === 'PUT' && resourceOf(write));
  const unsaved = saves.filter(({ name }) => !statuses.get(name)?.has(200)).map(({ name }) => name);
  expect(unsaved).toEqual([]);
});

test('the log contains no unexpected error', () => {
  expect(api.log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});

test('the number of fuzzed calls is at least that of the budget', () => {
  expect(calls).toBeGreaterThanOrEqual(minFuzzedCallsByTestFile.bodies);
});
