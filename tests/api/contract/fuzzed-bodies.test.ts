import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { createOpenApiDocument } from '#server/api/openapi/openapi-document.ts';
import { accountsContract } from '#shared/accounts/accounts-contract.ts';
import { sessionsContract } from '#shared/accounts/sessions-contract.ts';
import { cartContract } from '#shared/cart/cart-contract.ts';
import { checkoutContract } from '#shared/checkout/checkout-contract.ts';
import { consentContract } from '#shared/consent/consent-contract.ts';
import { apiContract } from '#shared/contract.ts';
import { type Endpoint, isStaffEndpoint } from '#shared/endpoint.ts';
import { ordersContract } from '#shared/orders/orders-contract.ts';
import { reviewsContract } from '#shared/reviews/reviews-contract.ts';
import { shippingContract } from '#shared/shipping/shipping-contract.ts';
import { withdrawalsContract } from '#shared/withdrawals/withdrawals-contract.ts';
import { seedTwoEstates, withNewClientAddress } from '#tests/support/fixtures/account-fixtures.ts';
import { type Customer, createBearerHeader, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { placeOrderInput } from '#tests/support/fixtures/place-order-input.ts';
import {
  hostileJson,
  jsonBodyArbitrary,
  listJsonPaths,
  prototypePollution,
  replaceJsonValue,
} from '#tests/support/generators/json-body-arbitrary.ts';
import { type CallOptions, startTestApi } from '#tests/support/servers/test-api.ts';

/** Valid and corrupted bodies are generated from the schema of each endpoint. The fixed seed makes every run identical. */
const seed = 5_511;
const runs = 40;
const testTimeoutMs = 180_000;

const api = await startTestApi();
const document = createOpenApiDocument(apiContract);
const { schemas } = document.components;

const writes = Object.entries<Endpoint>({
  ...accountsContract,
  ...sessionsContract,
  ...cartContract,
  ...shippingContract,
  ...ordersContract,
  ...checkoutContract,
  ...withdrawalsContract,
  ...reviewsContract,
  ...consentContract,
})
  .filter(([name]) => !name.startsWith('GET '))
  .map(([name, endpoint]) => {
    const [method = '', path = ''] = name.split(' ');
    const id = document.paths[path]?.[method.toLowerCase()]?.operationId;
    return { name, path, method: method as 'POST' | 'PUT' | 'DELETE', endpoint, schema: schemas[`${id}-body`] };
  });
type Write = (typeof writes)[number];
const withBody = writes.filter(({ endpoint }) => endpoint.body);

let staff: Customer;
beforeAll(async () => {
  await seedTwoEstates(api);
  staff = await createCustomer(api, { role: 'ADMIN' });
});

/** These endpoints end the session of the caller, so that each call needs a new customer. */
const sessionEndingEndpoints = new Set([
  'DELETE /user',
  'POST /logout',
  'POST /logout/everywhere',
  'PUT /user/password',
]);
let calls = 0;
let member: Customer | undefined;

const callers = ['no session', 'an unknown token', 'a member', 'the staff'] as const;
async function headersOf(caller: (typeof callers)[number], name: string): Promise<Record<string, string>> {
  if (caller === 'no session') return {};
  if (caller === 'an unknown token') return createBearerHeader('x'.repeat(43));
  if (caller === 'the staff' && !sessionEndingEndpoints.has(name)) return staff.headers;
  // A new customer is used for every 50 calls, because otherwise rate limits would hide the other responses.
  if (!member || sessionEndingEndpoints.has(name) || ++calls % 50 === 0) member = await createCustomer(api);
  return member.headers;
}

const json = { 'content-type': 'application/json' };
const idParams = ['1', '2', '0', '-1', '1e3', 'x', '99999999999', '2147483647', '%00', '..%2f', '%F0%9F%8D%B7'];

const send = ({ path, method }: Write, options: CallOptions, id = '1') =>
  api.call(path.replace('{id}', id), withNewClientAddress({ method, ...options }));

/** Returns the HTTP statuses that the contract allows for an endpoint. */
const allowedStatuses = ({ endpoint }: Write) =>
  new Set([
    ...[200, 400, ...Object.values(endpoint.refusals ?? {})],
    ...(endpoint.access ? [401] : []),
    ...(isStaffEndpoint(endpoint) ? [403] : []),
  ]);

function expectEnvelope(answer: Awaited<ReturnType<typeof send>>): void {
  const envelope = JSON.parse(answer.text);
  expect(Object.keys(envelope).sort()).toEqual(['data', 'message', 'success']);
  expect(envelope.success).toBe(answer.status === 200);
  if (answer.status === 200) return;
  expect(answer.message).toMatch(/\S{3}/);
  expect(answer.text).not.toMatch(/FST_|node_modules|SyntaxError|RangeError|TypeError|invalid input syntax/);
  // The message of an error repeats little of the request, however large the request was.
  expect(answer.text.length).toBeLessThan(40_000);
  for (const [field, sentence] of Object.entries(answer.errors ?? {}))
    expect([typeof field, sentence]).toEqual(['string', expect.stringMatching(/\S{3}/)]);
}

/** Expects 400 with the names of the invalid fields for a body that the schema rejects. */
function expectValidAnswer(write: Write, answer: Awaited<ReturnType<typeof send>>, text: string, id: string): void {
  expect(allowedStatuses(write), `${write.name} answers ${answer.status}: ${answer.message}`).toContain(answer.status);
  expectEnvelope(answer);
  if (answer.status === 401 || answer.status === 403) return;
  const { body, params } = write.endpoint;
  const hasValidParams = !params || params.safeParse({ id: decodeURIComponent(id) }).success;
  if (hasValidParams && (!body || body.safeParse(JSON.parse(text)).success)) return;
  expect(answer.status).toBe(400);
  if (prototypePollution.some((part) => text.includes(part))) return;
  expect(Object.keys(answer.errors ?? {}), answer.text).not.toEqual([]);
}

describe('a fuzzed body', () => {
  test.each(writes)(
    'gets an envelope that names the invalid fields from $name',
    { timeout: testTimeoutMs },
    async (write) => {
      const body = write.schema ? jsonBodyArbitrary(write.schema, schemas) : fc.json().map((text) => ({ text }));
      await fc.assert(
        fc.asyncProperty(
          body,
          fc.constantFrom(...callers),
          fc.constantFrom(...idParams),
          async ({ text }, caller, param) => {
            const id = write.path.includes('{id}') ? param : '1';
            const headers = { ...json, ...(await headersOf(caller, write.name)) };
            expectValidAnswer(write, await send(write, { body: text, headers }, id), text, id);
          },
        ),
        { seed, numRuns: runs },
      );
    },
  );
});

describe.each(withBody)('$name', (write) => {
  const sendText = async (body: string, type: string | null = 'application/json') => {
    const headers = await headersOf(isStaffEndpoint(write.endpoint) ? 'the staff' : 'a member', write.name);
    return send(write, { body, headers: { ...headers, ...(type !== null && { 'content-type': type }) } });
  };

  test.each<[string, string, number]>([
    ['broken JSON', '{"a":', 400],
    ['an empty body', '', 400],
    ['two JSON values', '{}{}', 400],
    ['NaN as a number', '{"a":NaN}', 400],
    ['a list', '[]', 400],
    ['a list of objects', '[{}]', 400],
    ['a string', '"products"', 400],
    ['null', 'null', 400],
    ['a byte order mark alone', '\ufeff', 400],
    ['deeply nested lists', '['.repeat(100_000) + ']'.repeat(100_000), 400],
    ['thousands of fields', `{${Array.from({ length: 20_000 }, (_, index) => `"f${index}":1`).join()}}`, 400],
    ['the names of inherited properties', '{"constructor":1,"toString":1,"hasOwnProperty":1,"valueOf":1}', 400],
    ...prototypePollution.map((text): [string, string, number] => ['a poisoned prototype', text, 400]),
    ['a body that is too large', JSON.stringify({ more: 'x'.repeat(300_000) }), 413],
  ])('rejects %s', async (_, text, status) => {
    const answer = await sendText(text);
    expect(answer.status).toBe(status);
    expectEnvelope(answer);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'text/json', null])(
    'rejects the content type %s with 415',
    async (type) => {
      const answer = await sendText('{}', type);
      expect(answer.status).toBe(415);
      expectEnvelope(answer);
    },
  );

  test('names each unknown field', async () => {
    const { errors = {} } = await sendText('{"constructor":1,"toString":1}');
    expect(Object.keys(errors)).toEqual(expect.arrayContaining(['constructor', 'toString']));
  });
});

test('an order ignores deeply nested unknown fields below an access point', async () => {
  const customer = await createCustomer(api);
  const deep = '['.repeat(50_000) + ']'.repeat(50_000);
  const input = placeOrderInput({ delivery: { type: 'PICKUP', idCarrier: 2, accessPoint: { id: '1' } } });
  const text = JSON.stringify(input).replace('"accessPoint":{', `"accessPoint":{"more":${deep},`);
  const order: Write = writes.find(({ name }) => name === 'POST /order') as Write;
  const answer = await send(order, { body: text, headers: { ...json, ...customer.headers } });
  expect([200, 400]).toContain(answer.status);
  expectEnvelope(answer);
});

test.each(hostileJson.map((text) => [text.slice(0, 40), text]))(
  'an order with %s in any field gets a valid envelope',
  {
    timeout: testTimeoutMs,
  },
  async (_, text) => {
    const customer = await createCustomer(api);
    const order: Write = writes.find(({ name }) => name === 'POST /order') as Write;
    for (const path of listJsonPaths(placeOrderInput({ discount: { code: 'CINQ' } }))) {
      const body = replaceJsonValue(placeOrderInput({ discount: { code: 'CINQ' } }), path, text);
      expectValidAnswer(order, await send(order, { body, headers: { ...json, ...customer.headers } }), body, '1');
    }
  },
);

test('the log contains no unexpected error', () => {
  expect(api.log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});
