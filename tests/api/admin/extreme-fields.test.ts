import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as renderer from '#client/app/entry.server.tsx';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import type { JsonSchema } from '#server/api/openapi/openapi-types.ts';
import { externalApps } from '#server/api/site/site-tables.ts';
import { createLogger } from '#server/http/logger.ts';
import { createApiClient } from '#server/storefront/api/api-client.ts';
import { buildStorefront } from '#server/storefront/storefront-app.ts';
import { adminResourceSpecs } from '#shared/admin/admin-resource-specs.ts';
import { isStaffEndpoint } from '#shared/endpoint.ts';
import { ApiReadError, type ApiReader } from '#shared/rendering.ts';
import { pageEntryKinds } from '#shared/site/page-entry-kinds.ts';
import {
  createAccountRegistrationInput,
  createMailbox,
  createUniqueEmail,
  withNewClientAddress,
} from '#tests/support/fixtures/account-fixtures.ts';
import { createCustomer } from '#tests/support/fixtures/create-customer.ts';
import {
  type FuzzCallersAndSamples,
  seedEstatesAndCreateFuzzCallers,
  startApiWithoutUrlFetches,
} from '#tests/support/fixtures/fuzz-callers-and-samples.ts';
import { createPlaceOrderInput } from '#tests/support/fixtures/place-order-input.ts';
import { sampleInputs } from '#tests/support/fixtures/sample-inputs.ts';
import { sampleAssets, sampleSite } from '#tests/support/fixtures/sample-site.ts';
import { createTelephoneOrderInput } from '#tests/support/fixtures/staff-order-input.ts';
import {
  type ApiWrite,
  apiWritesWithoutUploads,
  bodySchemas,
} from '#tests/support/generators/api-writes-without-uploads.ts';
import { createMostlyValidValueArbitrary } from '#tests/support/generators/create-json-body-arbitrary.ts';
import { onTestFileFinished } from '#tests/support/on-test-file-finished.ts';
import { createSiteConfig, writeSiteConfig } from '#tests/support/servers/storefront-fixture.ts';
import { testApiSecret } from '#tests/support/servers/test-api.ts';

/**
 * Every field of every call of the panel gets each extreme of its type, and then visitors use the estate. FUZZ_SEED
 * chooses another sample of the extremes, and FUZZ_PICKS the number of them for each field.
 */
const seed = Number(process.env.FUZZ_SEED ?? 2_311);
const picks = Number(process.env.FUZZ_PICKS ?? 1);
const timeoutMs = 300_000;

let state = seed;
/** A linear congruential generator, so that the same seed chooses the same sample. */
function random(): number {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return state / 2_147_483_648;
}
// A test that runs alone has the sample that it has among all tests.
beforeEach(() => {
  state = seed;
});

type Path = readonly (string | number)[];
interface Place {
  path: Path;
  schema: JsonSchema;
  /** The whole body, with a valid value at the place. */
  body: unknown;
}

const resolve = (schema: JsonSchema): JsonSchema =>
  '$ref' in schema ? resolve(bodySchemas[String(schema.$ref).split('/').at(-1) ?? ''] ?? {}) : schema;

const sampleOf = (schema: JsonSchema): unknown =>
  fc.sample(createMostlyValidValueArbitrary(schema, bodySchemas), { numRuns: 1, seed })[0];

function replaceAt(value: unknown, [key, ...rest]: Path, text: unknown): unknown {
  if (key === undefined) return text;
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...(value as object) };
  (copy as Record<string, unknown>)[key] = replaceAt((copy as Record<string, unknown>)[key], rest, text);
  return copy;
}
const readAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value);

/** Deeper fields belong to entries within entries, such as the children of a page tree. */
const maxDepth = 5;

/** Lists the fields of a schema, also those that the valid body does not have. */
function listPlaces(given: JsonSchema, body: unknown, path: Path = []): Place[] {
  const schema = resolve(given);
  if (path.length > maxDepth) return [];
  const options = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (options) {
    const present = readAt(body, path);
    return options
      .filter((option) => resolve(option).type !== 'null')
      .flatMap((option) => {
        const isPresent = typeof present === 'object' && present !== null && isOf(resolve(option), present);
        return listPlaces(option, isPresent ? body : replaceAt(body, path, sampleOf(option)), path);
      });
  }
  const place = path.length > 0 ? [{ path, schema, body }] : [];
  const keyed = schema.additionalProperties;
  if (schema.type === 'object' && !schema.properties && typeof keyed === 'object') {
    const inside = [...path, 'fr_FR'];
    return [...place, ...listPlaces(keyed as JsonSchema, replaceAt(body, inside, 'x'), inside)];
  }
  if (schema.type === 'object')
    return [
      ...place,
      ...Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).flatMap(([name, inner]) => {
        const inside = [...path, name];
        return listPlaces(
          inner,
          readAt(body, inside) === undefined ? replaceAt(body, inside, sampleOf(inner)) : body,
          inside,
        );
      }),
    ];
  if (schema.type === 'array') {
    const inside = [...path, 0];
    const items = (schema.items ?? {}) as JsonSchema;
    const filled = readAt(body, inside) === undefined ? replaceAt(body, path, [sampleOf(items)]) : body;
    return [...place, ...listPlaces(items, filled, inside)];
  }
  return place;
}

/** Lists each field once, although several options of a union have it. */
function listDistinctPlaces(schema: JsonSchema, body: unknown): Place[] {
  const places = new Map(listPlaces(schema, body).map((place) => [JSON.stringify([place.path, place.schema]), place]));
  return [...places.values()];
}

/** Checks whether an object has the words by which the options of a union differ. */
const isOf = ({ type, properties = {} }: JsonSchema, value: object): boolean =>
  Array.isArray(value)
    ? type === 'array'
    : type === 'object' &&
      Object.entries(properties as Record<string, JsonSchema>).every(
        ([name, { const: word }]) => word === undefined || (value as Record<string, unknown>)[name] === word,
      );

/** A lone surrogate is written as an escape, which JSON allows. */
const texts: readonly unknown[] = [
  '',
  '   ',
  'x',
  'x'.repeat(10_000),
  'x'.repeat(200_000),
  '🍷'.repeat(100),
  'a\ud83d',
  'a\u0000b',
  '\u202e\u200b\u2066\ufeff',
  '"><script>alert(1)</script>',
  '{{   ',
  '{{COMPANY_NAME}} {{#each}} %s %00',
  'javascript:alert(1)',
  '//other.example',
  '../../etc/passwd',
  "'; drop table orders; --",
  'NaN',
  '0001-01-01',
  '9999-12-31',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '9999-12-31T23:59:59-14:00',
  '2026-02-30',
  '24:00',
  'e\u0301'.repeat(50),
  'https://user:pass@[::1]:99999/',
  '\r\nBcc: other@mail.example',
  '#12345678',
];
const numbers: readonly unknown[] = [
  -1,
  0,
  1,
  1.234,
  0.1 + 0.2,
  1e-7,
  1e15,
  1e308,
  2_147_483_647,
  2_147_483_648,
  9_007_199_254_740_992,
  999_999,
  'NaN',
  '12',
];
const otherTypes: readonly unknown[] = [null, true, {}, [], [[]], { fr_FR: 'x' }, { markdown: 'x' }, { html: '<p>' }];

function extremesOf({ schema, path, body }: Place): unknown[] {
  const limits: unknown[] = [];
  const value = readAt(body, path);
  if (schema.type === 'string' && typeof schema.maxLength === 'number')
    limits.push('m'.repeat(schema.maxLength), 'm'.repeat(schema.maxLength + 1));
  for (const bound of [schema.minimum, schema.maximum, schema.exclusiveMinimum])
    if (typeof bound === 'number') limits.push(bound, bound - 1, bound + 1);
  if (schema.type === 'array' && Array.isArray(value)) {
    const max = Math.min(Number(schema.maxItems ?? 300), 1_000);
    limits.push([], [...value, ...value]);
    for (const length of [max, max + 1]) limits.push(Array.from({ length }, (_, at) => value[at % value.length]));
  }
  if (schema.type === 'boolean') limits.push(true, false);
  if (Array.isArray(schema.enum)) limits.push(...schema.enum);
  const ofType = schema.type === 'string' ? texts : ['number', 'integer'].includes(String(schema.type)) ? numbers : [];
  const others = schema.type === undefined ? [...texts, ...numbers] : [];
  return pick([...limits, ...ofType, ...others, ...otherTypes]);
}

function pick(values: readonly unknown[]): unknown[] {
  const left = [...values];
  return Array.from(
    { length: Math.min(picks, left.length) },
    () => left.splice(Math.floor(random() * left.length), 1)[0],
  );
}

const api = await startApiWithoutUrlFetches();
const mailbox = createMailbox(api);
let callers: FuzzCallersAndSamples;
let staff: Record<string, string>;
let storefront: FastifyInstance;
const host = 'chenes.example';
const failures: string[] = [];
const counts = { calls: 0, saved: 0, pages: 0, orders: 0 };

beforeAll(async () => {
  callers = await seedEstatesAndCreateFuzzCallers(api);
  staff = await callers.headersOf('the staff', '');
  await withSiteTransaction(api.db, 40, (tx) =>
    tx.insert(externalApps).values({ app: 'PRODUCT_FILE_GENERATOR', config: { enabled: true } }),
  );
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  await savePageTree();
  await startStorefront(`http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`);
});

async function startStorefront(origin: string) {
  const sitesDir = mkdtempSync(join(tmpdir(), 'cuvee-extremes-'));
  writeSiteConfig(sitesDir, 'chenes', createSiteConfig(40, host));
  onTestFileFinished(async () => {
    await storefront.close();
    rmSync(sitesDir, { recursive: true });
  });
  const clientFolder = join(sitesDir, '.client');
  mkdirSync(join(clientFolder, 'assets'), { recursive: true });
  storefront = await buildStorefront(
    { sitesDir, hasLocalNames: false, trustProxy: [], hasApiDocs: false },
    {
      api: createApiClient(origin, testApiSecret, { requestTimeoutMs: 20_000 }),
      rendering: {
        clientFolder,
        adminClientAssets: { entry: '', styles: [], preloads: {}, folder: clientFolder },
        current: async () => ({ renderer, assets: sampleAssets }),
      },
      logger: createLogger('error', {
        write: (line) => void failures.push(line),
      }),
      htmlCacheBytes: 1,
    },
  );
  await storefront.ready();
}

/** Gives the estate a page of every kind, so that the sitemap names every public page. */
async function savePageTree() {
  const entries = pageEntryKinds
    .filter((type) => !['HOME', 'FOLDER', 'LINK', 'FORM'].includes(type))
    .map((type, index) => ({
      id: 100 + index,
      url: type.toLowerCase().replaceAll('_', '-'),
      menuTitle: type,
      title: type,
      metaDescription: '',
      showInMenu: true,
      type,
      ...(type === 'ELEMENTS' && { elementRoute: 'events' }),
      ...(type === 'CMS' && { page: 1, cms: { isCmsPage: true, route: '' } }),
    }));
  const saved = await send('PUT', '/admin/page-tree/fr_FR', {
    revision: await readRevision('/admin/page-tree/fr_FR'),
    item: { lang: 'fr_FR', entries },
  });
  expect(saved.status, saved.text).toBe(200);
}

const send = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: unknown, headers = staff) => {
  counts.calls++;
  const type = { 'content-type': 'application/json' };
  return api.call(
    path,
    withNewClientAddress({
      method,
      lang: 'fr_FR',
      headers: { ...headers, ...(body !== undefined && type) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );
};
const readRevision = async (path: string): Promise<number> =>
  JSON.parse((await send('GET', path)).text).data?.revision ?? 0;

/** A refusal without a field: the caller learns from the status and the sentence which item or size it is about. */
const namesNoField = new Set([401, 403, 404, 409, 413, 415, 429]);

/** Sends an extreme and notes an answer that is the server's own failure or that names no field. */
async function attack({ method, name }: ApiWrite, path: string, body: unknown, at: Path, value: unknown) {
  const answer = await send(method, path, body);
  const shown = JSON.stringify(value)?.slice(0, 80);
  if (answer.status === 200) counts.saved++;
  else if (answer.status >= 500) failures.push(`${name} ${at.join('.')} = ${shown}: ${answer.status}`);
  else if (!namesNoField.has(answer.status) && Object.keys(answer.errors ?? {}).length === 0)
    failures.push(`${name} ${at.join('.')} = ${shown}: ${answer.status} names no field: ${answer.text}`);
  return answer;
}

const pagesOfEveryEstate = [
  '/',
  '/cart',
  '/checkout',
  '/contact',
  '/legal-notice',
  '/products/search',
  '/robots.txt',
  '/sitemap.xml',
  '/manifest.webmanifest',
  '/news/feed.xml',
  '/wines/x/1',
];
const seenPaths = new Set<string>();

/** Visits the fixed pages, and those of the sitemap that no visit has seen, as a visitor does. */
async function visitPages() {
  const visit = async (url: string) => {
    counts.pages++;
    const { statusCode, body } = await storefront.inject({ url, headers: { host } });
    if (statusCode >= 500) failures.push(`GET ${url}: ${statusCode}`);
    return body;
  };
  for (const path of pagesOfEveryEstate) await visit(path);
  const sitemap = await visit('/sitemap.xml');
  for (const [, path = ''] of sitemap.matchAll(/<loc>https?:\/\/[^/]+(\/[^<]*)<\/loc>/g)) {
    if (seenPaths.has(path)) continue;
    seenPaths.add(path);
    await visit(path);
  }
}

/** Reads every list of the API that takes no parameter, as the pages and the panel do. */
async function readLists(specs: typeof adminResourceSpecs) {
  const paths = specs.map(({ name, key }) => `/admin/${name}${key === null ? '' : '?nbItem=100'}`);
  for (const path of [
    ...paths,
    '/admin/today',
    '/admin/go-live',
    '/admin/order',
    '/product?nbItem=100',
    '/element?nbItem=100',
  ]) {
    const { status } = await send('GET', path);
    if (status >= 500) failures.push(`GET ${path}: ${status}`);
  }
}

/** Buys, registers, asks for a new password and writes to the estate, then sends the mails and runs the jobs. */
async function shop() {
  const customer = await createCustomer(api, { birthdate: '1980-01-01' });
  const products = JSON.parse((await send('GET', '/product?nbItem=100&orderBy=-id')).text).data?.products ?? [];
  const variants: number[] = products.flatMap(({ declinations }: { declinations?: { id: number }[] }) =>
    (declinations ?? []).map(({ id }) => id),
  );
  const lines = [11, ...variants.slice(0, 20)].map((id) => ({ id, quantity: 6 }));
  const calls: [string, 'POST' | 'PUT', string, unknown, Record<string, string>][] = [
    ['order', 'POST', '/order', createPlaceOrderInput(), customer.headers],
    ['cart', 'POST', '/order/validate', { products: lines }, {}],
    ...variants
      .slice(0, 20)
      .map((id): (typeof calls)[number] => [
        'order',
        'POST',
        '/order',
        createPlaceOrderInput({ products: [{ id, quantity: 6 }] }),
        customer.headers,
      ]),
    ['telephone', 'POST', '/admin/order', createTelephoneOrderInput(), staff],
    ['register', 'POST', '/register', createAccountRegistrationInput({ email: createUniqueEmail() }), {}],
    ['reset', 'PUT', '/password/reset/ask', { identifier: customer.email }, {}],
    ['message', 'POST', '/message', { email: 'a@mail.example', lastname: 'B', message: 'Bonjour', consent: 'yes' }, {}],
    ['sheet', 'POST', '/order/validate', { products: [] }, {}],
  ];
  for (const [name, method, path, body, headers] of calls) {
    const answer = await send(method, path, body, headers);
    if (answer.status >= 500) failures.push(`${name}: ${answer.status} ${JSON.stringify(body).slice(0, 120)}`);
    if (name === 'order' && answer.status === 200) counts.orders++;
  }
  for (const { id } of products.slice(0, 5)) {
    const { status } = await send('GET', `/product/generate/file/${id}`, undefined, {});
    if (status >= 500) failures.push(`sheet of ${id}: ${status}`);
  }
  await mailbox.mailsFor(customer.email);
  const { rows } = await api.db.$client.query(
    'select task_identifier, last_error from graphile_worker.jobs where last_error is not null',
  );
  for (const row of rows) failures.push(`job ${row.task_identifier}: ${row.last_error}`);
}

/** The page that shows an item of which each save replaces the last one. */
const pathsOfSingles: Record<string, string> = {
  page: '/cms',
  'page-tree': '/',
  'site-info': '/',
  theme: '/',
  parameter: '/',
  'external-app': '/',
  image: '/',
  'payment-method': '/checkout',
  'collection-schedule': '/checkout',
};

/** Reads the API without a cache, so that the page has the value that was saved just before. */
const read = (async (name: string, { params = {}, query = {} }: Record<string, Record<string, unknown>> = {}) => {
  const path = name
    .replace('GET ', '')
    .replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(params[key])));
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  const answer = await send('GET', `${path}?${search}`, undefined, {} as never);
  if (answer.status >= 400) throw new ApiReadError(answer.status, answer.message);
  return answer.data;
}) as ApiReader;

async function renderPage(path: string, cause: string) {
  counts.pages++;
  const page = await renderer.render({ site: { ...sampleSite, id: 40 }, path, read, assets: sampleAssets });
  if (page.status >= 500 && !(page.kind === 'page' && page.isBuilding))
    failures.push(`${path} with ${cause}: ${page.status}`);
  if (page.kind === 'page')
    page.write({ chunk: () => {}, end: () => {}, fail: (error) => failures.push(`${path} with ${cause}: ${error}`) });
}

async function expectNoFailure(specs = adminResourceSpecs) {
  // The storefront hears of the saves over its stream.
  await sleep(300);
  await visitPages();
  await readLists(specs);
  await shop();
  const logged = api.log.splice(0).filter(({ level }) => Number(level) >= 50);
  expect([...failures.splice(0), ...logged.map((line) => JSON.stringify(line).slice(0, 1_000))]).toEqual([]);
}

const staffWrites = apiWritesWithoutUploads.filter(
  ({ endpoint, method, schema }) => isStaffEndpoint(endpoint) && !endpoint.isForm && method !== 'DELETE' && schema,
);
const resourceOf = ({ path }: ApiWrite) => {
  const [, name = ''] = /^\/admin\/([\w-]+)(\/\{key\})?$/.exec(path) ?? [];
  return adminResourceSpecs.find((spec) => spec.name === name);
};

let suffix = 0;
/** Gives a new item a slug and a code of its own, without which it would be refused as a duplicate. */
const withOwnNames = (item: object) => ({
  ...item,
  ...('slug' in item && { slug: `${item.slug}-${++suffix}` }),
  ...('code' in item && { code: `${item.code}${++suffix}` }),
});

describe('values that once broke the estate', () => {
  test('the highest id of a collection time, after which others are created', async () => {
    const path = '/admin/collection-schedule/1';
    const schedule = { weekdays: ['monday'], from: '09:00', to: '12:00' };
    const save = async (schedules: object[]) =>
      send('PUT', path, { revision: await readRevision(path), item: { address: 1, schedules } });
    expect((await save([{ ...schedule, id: 2_147_483_647 }])).status).toBe(200);
    expect((await save([schedule, { ...schedule, weekdays: ['friday'] }])).status).toBe(200);
    expect((await save([schedule])).status).toBe(200);
  });

  test('very long addresses of pages, of which a router could make no regular expression', async () => {
    const entry = { menuTitle: 'A', title: 'A', metaDescription: '', showInMenu: true, type: 'FOLDER' };
    const path = '/admin/page-tree/fr_FR';
    const save = async (entries: object[]) =>
      send('PUT', path, { revision: await readRevision(path), item: { lang: 'fr_FR', entries } });
    const long = await save([{ ...entry, url: 'a'.repeat(200_000) }]);
    expect([long.status, Object.keys(long.errors ?? {})]).toEqual([422, ['entries.0.url']]);
    let nested: object = { ...entry, url: 'a'.repeat(200) };
    for (let depth = 0; depth < 50; depth++) nested = { ...entry, url: 'a'.repeat(200), children: [nested] };
    const deep = await save([nested]);
    expect([deep.status, Object.keys(deep.errors ?? {})[0]]).toEqual([422, `entries.0${'.children.0'.repeat(4)}.url`]);
  });

  test.each([
    ['logo', { type: 'LOGO', image: 999_999, alt: '' }, 'image'],
    ['newsletter-issue', { ...sampleInputs['newsletter-issue']?.input, newsletterList: 999_999 }, 'newsletterList'],
    ['product', { ...sampleInputs.product?.input, slug: 'autre', mealIcons: [999_999] }, 'mealIcons'],
  ])('an unknown id in a %s, which is refused by the name of its field', async (name, item, field) => {
    const answer = await send('POST', `/admin/${name}`, { item });
    expect([answer.status, Object.keys(answer.errors ?? {})], answer.text).toEqual([422, [field]]);
  });
});

describe(`extremes of seed ${seed}, ${picks} for each field`, () => {
  test.each(adminResourceSpecs.map((spec) => [spec.name, spec] as const))(
    'in each field of the resource %s are refused by name or work',
    async (name, spec) => {
      const { keys, key } = spec;
      const isNew = keys === 'assigned' && name !== 'page';
      const itemKey = name === 'page' ? 1 : (callers.sampleKeys.get(name) ?? sampleInputs[name]?.key);
      const itemPath = `/admin/${name}${key === null ? '' : `/${itemKey}`}`;
      const write = staffWrites.find(
        (each) => resourceOf(each)?.name === name && each.method === (isNew ? 'POST' : 'PUT'),
      );
      if (!write?.schema) throw new Error(`no save of ${name}`);
      const sample = sampleInputs[name];
      const valid = isNew
        ? { item: sample?.input }
        : { revision: 0, item: name === 'site-info' ? sample?.input : sample?.change };
      let revision = isNew ? 0 : await readRevision(itemPath);
      // A site that is being built shows no pages, and opens only when it meets the legal duties.
      const places = listDistinctPlaces(write.schema, valid).filter(({ path }) => path.at(-1) !== 'isBuilding');
      for (const place of places)
        for (const value of extremesOf(place)) {
          const own = isNew
            ? replaceAt(place.body, ['item'], withOwnNames(readAt(place.body, ['item']) as object))
            : replaceAt(place.body, ['revision'], revision);
          const body = replaceAt(own, place.path, value);
          const answer = await attack(write, isNew ? `/admin/${name}` : itemPath, body, place.path, value);
          if (answer.status !== 200 || isNew) continue;
          revision = JSON.parse(answer.text).data.revision;
          const shown = pathsOfSingles[name];
          if (shown)
            await renderPage(shown, `${name} ${place.path.join('.')} = ${JSON.stringify(value)?.slice(0, 80)}`);
        }
      if (name === 'page-tree') await savePageTree();
      await expectNoFailure([spec]);
    },
    timeoutMs,
  );
});

/** The valid bodies of calls that a body generated from the schema would not reach. Orders 1 to 3 exist. */
const validBodies: Record<string, object> = {
  'POST /admin/order': createTelephoneOrderInput(),
  'POST /admin/order/quote': createTelephoneOrderInput(),
  'PUT /admin/product/prices': { rows: [{ idProduct: 1, idVariant: 11, price: 12, before: 12 }] },
  'POST /admin/stock-movement': { variant: 11, kind: 'ADD', quantity: 5, reason: 'COUNT' },
  'POST /admin/order/{id}/note': { text: 'Rappeler' },
  'PUT /admin/order/{id}/state': { state: 'PAID' },
  'DELETE /admin/customer/{id}': { reason: 'x' },
};
test(
  `extremes of seed ${seed} in each field of the other calls of staff are refused by name or work`,
  async () => {
    for (const write of staffWrites.filter((each) => !resourceOf(each))) {
      const { name, schema = {} } = write;
      const path = write.path.replace(/\{\w+\}/g, '1');
      const given = { ...(validBodies[name] ?? (sampleOf(schema) as object)) };
      const order = (await send('GET', path.replace(/\/[a-z-]+$/, ''))).data as
        | { order?: { revision?: number } }
        | undefined;
      const valid = 'revision' in given ? { ...given, revision: order?.order?.revision ?? 0 } : given;
      for (const place of listDistinctPlaces(schema, valid))
        for (const value of extremesOf(place))
          await attack(write, path, replaceAt(place.body, place.path, value), place.path, value);
    }
    await expectNoFailure();
  },
  timeoutMs,
);

test('the sample is large enough', () => {
  expect(counts.orders).toBeGreaterThan(0);
});
