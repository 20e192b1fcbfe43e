import { beforeAll, describe, expect, test } from 'vitest';
import { render } from '#client/app/entry.server.tsx';
import { stock } from '#server/api/catalogue/catalogue-tables.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { externalApps, parameters } from '#server/api/site/site-tables.ts';
import { ApiReadError, type ApiReader } from '#shared/rendering.ts';
import { type ParameterKey, parameterKeys } from '#shared/site/parameter-definitions.ts';
import parameterTexts from '#shared/texts/fr_FR/admin-parameters.json' with { type: 'json' };
import {
  createAccountRegistrationInput,
  createUniqueEmail,
  withNewClientAddress,
} from '#tests/support/fixtures/account-fixtures.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { createPlaceOrderInput } from '#tests/support/fixtures/place-order-input.ts';
import { sampleAssets, sampleSite } from '#tests/support/fixtures/sample-site.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { seedShopSettings } from '#tests/support/fixtures/seed-shop-settings.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
let admin: Customer;
let customer: Customer;

beforeAll(async () => {
  await seedEstate(api.db, api.filesDir, { id: 40, mark: 'Chênes', languages: ['fr_FR', 'en'] });
  await seedShopSettings(api.db, 40);
  admin = await createCustomer(api, { role: 'SUPER_ADMIN' });
  customer = await createCustomer(api, { birthdate: '1980-01-01' });
  await withSiteTransaction(api.db, 40, (tx) =>
    tx.insert(externalApps).values({ app: 'PRODUCT_FILE_GENERATOR', config: { enabled: true } }),
  );
});

/** Reads the API as the storefront does. */
const read = (async (name: string, { params = {}, query = {} }: Record<string, Record<string, unknown>> = {}) => {
  const path = name
    .replace('GET ', '')
    .replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(params[key])));
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  const answer = await api.call(`${path}?${search}`, withNewClientAddress({ lang: 'fr_FR' }));
  if (answer.status >= 400) throw new ApiReadError(answer.status, answer.message);
  return answer.data;
}) as ApiReader;

const pagePaths = [
  '/',
  '/notre-domaine',
  '/nos-produits/nos-vins',
  '/wines/x/1',
  '/cart',
  '/checkout',
  '/contact',
  '/legal-notice',
];

const order = () =>
  api.call(
    '/order',
    withNewClientAddress({ method: 'POST', body: createPlaceOrderInput(), headers: customer.headers }),
  );

/** Does what visitors do in a shop. @returns the answers of the server that are its own failure */
async function findFailures(): Promise<string[]> {
  const answers: [string, number][] = [];
  const registration = createAccountRegistrationInput({ email: createUniqueEmail() });
  const send = async (method: 'POST' | 'PUT', path: string, body: unknown) =>
    answers.push([path, (await api.call(path, withNewClientAddress({ method, body }))).status]);
  await send('POST', '/register', registration);
  await send('PUT', '/password/reset/ask', { identifier: customer.email });
  await send('PUT', '/password/reset/ask', { identifier: 'nobody@mail.example' });
  answers.push(['/order', (await order()).status]);
  answers.push(['sheet', (await api.call('/product/generate/file/1', { lang: 'fr_FR' })).status]);
  for (const path of ['/admin/go-live', '/admin/today', '/admin/parameter?nbItem=100'])
    answers.push([path, (await api.call(path, { headers: admin.headers })).status]);
  for (const path of pagePaths) {
    const page = await render({ site: sampleSite, path, read, assets: sampleAssets });
    answers.push([path, page.status]);
    if (page.kind === 'page')
      page.write({ chunk: () => {}, end: () => {}, fail: (error) => answers.push([`${path} ${error}`, 500]) });
  }
  return answers.filter(([, status]) => status >= 500).map(([path, status]) => `${path} ${status}`);
}

const extremes: readonly (readonly [string, unknown])[] = [
  ['a negative number', -5],
  ['a huge number', 99_999_999_999],
  ['a number that no decimal notation shows', 1e300],
  ['a fraction of a cent', 1.234],
  ['null', null],
  ['an empty text', ''],
  ['a list', ['FIXED']],
  ['an unknown word', 'STICKY'],
  ['markup', '"><script>alert(1)</script>'],
  ['a script', 'javascript:alert(1)'],
  ['a text of 100 kB', 'x'.repeat(100_000)],
  ['emoji', '🍷'.repeat(200)],
  ['two addresses', 'a@mail.example, b@mail.example'],
  ['an address with a name', 'Willow Hill <hello@willow-hill.example>'],
  ['a transparent colour', '#1234'],
  ['a colour by numbers', 'hsl(0 0% 100% / 1%)'],
  ['a text for each language', { fr_FR: 'Première', en: 'First' }],
  ['Markdown', { markdown: { fr_FR: '# Titre', en: '# Title' } }],
];

/** The items as staff have read them. They are read again unless the last value was refused. */
const readItems = new Map<string, { status: number; revision?: number; item?: Record<string, unknown> }>();

async function readItem(path: string) {
  const known = readItems.get(path);
  if (known) return known;
  const { status, data } = await api.call(path, { headers: admin.headers });
  const found = { status, ...(data as { revision?: number; item?: Record<string, unknown> } | undefined) };
  readItems.set(path, found);
  return found;
}

async function save(resource: string, key: string, change: (item: Record<string, unknown>) => unknown) {
  const path = `/admin/${resource}/${key}`;
  const { status, revision, item = {} } = await readItem(path);
  const call = { headers: admin.headers, lang: 'fr_FR' };
  const answer =
    status === 404
      ? await api.call(`/admin/${resource}`, { ...call, method: 'POST', body: { item: change(item) } })
      : await api.call(path, { ...call, method: 'PUT', body: { revision, item: change(item) } });
  if (answer.status !== 400 && answer.status !== 422) readItems.delete(path);
  return answer;
}

const isHandled = (status: number) => status < 500;

describe.each(extremes)('%s', (_, value) => {
  test('in every setting is refused or works', async () => {
    const statuses: Record<string, number> = {};
    for (const type of parameterKeys) statuses[type] = (await save('parameter', type, () => ({ type, value }))).status;
    expect(Object.entries(statuses).filter(([, status]) => !isHandled(status))).toEqual([]);
    expect(await findFailures()).toEqual([]);
  }, 120_000);

  test('in every field of site info and theme is refused or works', async () => {
    const failed: string[] = [];
    for (const resource of ['site-info', 'theme']) {
      const fields = await listFields(resource);
      for (const path of fields) {
        const { status } = await save(resource, 'site', (item) => replaceAt(item, path, value));
        if (!isHandled(status)) failed.push(`${resource} ${path.join('.')} ${status}`);
        // An estate that is being built would show no pages.
        if (path[0] === 'isBuilding') await save(resource, 'site', (item) => ({ ...item, isBuilding: false }));
      }
    }
    expect(failed).toEqual([]);
    expect(await findFailures()).toEqual([]);
  }, 120_000);
});

async function listFields(resource: string): Promise<(string | number)[][]> {
  const { data } = await api.call(`/admin/${resource}/site`, { headers: admin.headers });
  const list = (value: unknown, path: (string | number)[]): (string | number)[][] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => [
          ...(path.length ? [path] : []),
          ...list(inner, [...path, key]),
        ])
      : [path];
  return list((data as unknown as { item: unknown }).item, []);
}

function replaceAt(item: unknown, [first, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (first === undefined) return value;
  if (Array.isArray(item))
    return item.map((each, at) => (String(at) === String(first) ? replaceAt(each, rest, value) : each));
  const fields = item as Record<string, unknown>;
  return { ...fields, [first]: replaceAt(fields[first], rest, value) };
}

test.each<[ParameterKey, unknown, string]>([
  ['COMPANY_EMAIL', 'Willow Hill <hello@willow-hill.example>', 'une seule adresse électronique'],
  ['COMPANY_EMAIL', 'a@mail.example, b@mail.example', 'une seule adresse électronique'],
  ['UNPAID_ORDER_DAYS', 2_999_999, 'de 0 à 365'],
  ['STOCK_LIMIT_DISPLAY', 99_999_999_999, 'de 0 à 99999'],
  ['MENU_TYPE', 'STICKY', 'RELATIVE, FIXED'],
  ['LOGO_SIZE', -5, 'de 32 à 160'],
  ['FREE_SHIPPING_PRICE', 1.234, 'deux décimales'],
  ['PRIMARY_COLOR', 'notacolour', 'une couleur'],
  ['FACEBOOK_URL', 'javascript:alert(1)', 'https://'],
])(
  'PUT /admin/parameter/%s refuses %j with a sentence that names label, value and limits',
  async (type, value, limits) => {
    const answer = await save('parameter', type, () => ({ type, value }));
    expect([400, 422]).toContain(answer.status);
    const message = Object.values(answer.errors ?? {}).join(' ');
    for (const part of [parameterTexts[`${type}.label`], limits]) expect(message).toContain(part);
    expect(message).toContain(String(value).slice(0, 20));
  },
);

test('stored settings that are refused now break neither orders nor mails', async () => {
  const broken: [ParameterKey, number | string][] = [
    ['COMPANY_EMAIL', 'Chênes <estate@mail.example>'],
    ['UNPAID_ORDER_DAYS', 2_999_999],
    ['UNPAID_REMINDER_DAYS', -1],
    ['STOCK_LIMIT_DISPLAY', 99_999_999_999],
    ['CLICK_AND_COLLECT_HOURS', 99_999_999_999],
    ['FREE_SHIPPING_PRICE', 1e300],
    ['PRIMARY_COLOR', 'notacolour'],
    ['MINIMUM_EXPEDITION_BOTTLE', -3],
    ['MAXIMUM_EXPEDITION_BOTTLE', 60],
  ];
  await withSiteTransaction(api.db, 40, async (tx) => {
    await tx.update(stock).set({ quantity: 1_000 });
    for (const [type, value] of broken)
      await tx
        .insert(parameters)
        .values({ type, value })
        .onConflictDoUpdate({ target: [parameters.siteId, parameters.type], set: { value } });
  });
  expect(await findFailures()).toEqual([]);
  const placed = await order();
  expect(placed.status, placed.text).toBe(200);
});
