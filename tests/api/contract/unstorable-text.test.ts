import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { editableResources } from '#server/api/api-resources.ts';
import { canCreateItems } from '#shared/resource-spec.ts';
import { withNewClientAddress } from '#tests/support/fixtures/account-fixtures.ts';
import { createCustomer } from '#tests/support/fixtures/create-customer.ts';
import {
  seedEstatesAndCreateFuzzCallers,
  startApiWithoutUrlFetches,
} from '#tests/support/fixtures/fuzz-callers-and-samples.ts';
import { createPlaceOrderInput } from '#tests/support/fixtures/place-order-input.ts';
import { sampleInputs } from '#tests/support/fixtures/sample-inputs.ts';
import { buildJsonWithReplacedValue, listJsonPaths } from '#tests/support/generators/create-json-body-arbitrary.ts';

const api = await startApiWithoutUrlFetches();
let origin: string;
let staff: Record<string, string>;
beforeAll(async () => {
  await seedEstatesAndCreateFuzzCallers(api);
  staff = (await createCustomer(api, { role: 'SUPER_ADMIN' })).headers;
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`;
});

/** Sends a request over a socket. A body of text is JSON. */
async function send(method: string, path: string, body?: string | FormData, headers: Record<string, string> = {}) {
  const type = typeof body === 'string' ? { 'content-type': 'application/json' } : undefined;
  const request = withNewClientAddress({ headers: { idSite: '40', userLang: 'en', ...type, ...headers } });
  const response = await fetch(origin + path, { method, headers: request.headers ?? {}, ...(body && { body }) });
  const { data } = (await response.json()) as { data: { errors?: Record<string, string> } };
  return { status: response.status, errors: data.errors ?? {} };
}

const texts = {
  'half an emoji': '"Jeanne \\ud83d"',
  'the other half of an emoji': '"\\ude00"',
  'a null character': '"a\\u0000"',
};
const sentence = expect.stringContaining('contains a character that cannot be stored');

/** Lists the paths of the texts in a JSON value. */
const listTextPaths = (value: unknown) =>
  listJsonPaths(value).filter((path) => {
    const at = path.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], value);
    return typeof at === 'string';
  });

const registration = {
  email: 'essai@mail.example',
  password: 'une-phrase-assez-longue-42',
  firstname: 'A',
  lastname: 'B',
  birthdate: '1980-01-01',
  acceptTerms: true,
};
const order = createPlaceOrderInput({ message: 'Bonjour', discount: { code: 'CINQ' } });
const callsOfVisitors: [string, string, unknown][] = [
  ['POST', '/order', order],
  ['POST', '/register', registration],
  ['POST', '/session/handover', { lines: [{ idProduct: 1, id: 11, quantity: 6 }], code: 'CINQ' }],
  ['POST', '/message', { email: 'essai@mail.example', lastname: 'B', message: 'Bonjour' }],
];

/** All resources whose items staff save, except files, which have no texts. */
const resourcesWithTexts = editableResources.filter(({ name }) => name !== 'file');

describe.each(Object.entries(texts))('a JSON body with %s', (_, text) => {
  test.each(callsOfVisitors)('is refused in each field by %s %s', async (method, path, body) => {
    for (const field of listTextPaths(body)) {
      const answer = await send(method, path, buildJsonWithReplacedValue(body, field, text));
      expect([field, answer]).toEqual([field, { status: 400, errors: { [field.join('.')]: sentence } }]);
    }
  });

  test.each(resourcesWithTexts.map(({ name, ...resource }) => [name, resource] as const))(
    'is refused in each field of the resource %s',
    async (name, { keys }) => {
      const { input, change, key } = sampleInputs[name] ?? {};
      const isCreated = canCreateItems({ keys });
      const path = isCreated || key === '' ? `/admin/${name}` : `/admin/${name}/${key}`;
      const method = isCreated ? 'POST' : 'PUT';
      const body = { item: { name: 'x', ...change, ...input }, ...(!isCreated && { revision: 0 }) };
      const fields = listTextPaths(body);
      expect(fields.length).toBeGreaterThan(0);
      for (const field of fields) {
        const answer = await send(method, path, buildJsonWithReplacedValue(body, field, text), staff);
        expect([field, answer]).toEqual([field, { status: 400, errors: { [field.join('.')]: sentence } }]);
      }
    },
  );

  test('is refused in the name of a field', async () => {
    const body = `{"email":"essai@mail.example","message":"x",${text}:"x"}`;
    expect(await send('POST', '/message', body)).toMatchObject({ status: 400 });
  });
});

test('a null character in a query or a path is refused', async () => {
  expect(await send('GET', '/product?search=a%00')).toEqual({ status: 400, errors: { search: sentence } });
  expect(await send('GET', '/admin/tag/a%00', undefined, staff)).toEqual({ status: 400, errors: { key: sentence } });
});

test.each(['/file/1/a%00.pdf', '/image/1?v=%00&w=%00', '/technical-sheet/%00'])(
  'a null character in %s is no server error',
  async (path) => {
    const response = await fetch(origin + path, { headers: { idSite: '40' } });
    expect([400, 404]).toContain(response.status);
  },
);

describe('a multipart form with a null character', () => {
  test('is refused in a text', async () => {
    const form = new FormData();
    form.set('message', 'a\0b');
    expect(await send('POST', '/message', form)).toEqual({ status: 400, errors: { message: sentence } });
  });

  test.each(['/message', '/admin/image', '/admin/file', '/admin/product/import?dryRun=true'])(
    'is refused in the name of a file by %s',
    async (path) => {
      const form = new FormData();
      form.set('file', new File(['id;name\n'], 'a\0b.csv'));
      expect(await send('POST', path, form, staff)).toEqual({ status: 400, errors: { file: sentence } });
    },
  );
});

test('emojis and other complete characters are accepted', async () => {
  const body = { ...registration, email: 'emoji@mail.example', firstname: 'Zoé 🍷', lastname: '𠮷' };
  expect((await send('POST', '/register', JSON.stringify(body))).status).toBe(200);
});

test('the log contains no unexpected error', () => {
  expect(api.log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});
