import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { getObjectFields } from '#client/admin/inputs/describe-field.ts';
import { editableResources } from '#server/api/api-resources.ts';
import { variants } from '#server/api/catalogue/catalogue-tables.ts';
import { saveProduct } from '#server/api/catalogue/save-product.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { saveRowsWithoutRaisingRevisions } from '#server/api/database/table-rows.ts';
import { toMediaRows } from '#server/api/media/store-media.ts';
import { adminContract } from '#shared/admin/admin-contract.ts';
import { adminResourceSpecs } from '#shared/admin/admin-resource-specs.ts';
import { Localized } from '#shared/localized.ts';
import { EstateAddressInput } from '#shared/places/estate-address-input.ts';
import { canCreateItems } from '#shared/resource-spec.ts';
import { unwrapSchema } from '#shared/unwrap-schema.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { createProductInput } from '#tests/support/fixtures/product-input.ts';
import { sampleInputs } from '#tests/support/fixtures/sample-inputs.ts';
import { saveItem } from '#tests/support/fixtures/save-item.ts';
import { type CallOptions, startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const site = 40;
const media = {
  bytes: new Uint8Array(1),
  hash: 'a'.repeat(64),
  path: 'a.webp',
  type: 'image/webp',
  kind: 'image' as const,
  width: 9,
  height: 9,
  tint: '#fff',
};

let admin: Customer;
let superAdmin: Customer;
let member: Customer;
let adminOfOtherEstate: Customer;

beforeAll(async () => {
  for (const id of [site, 41]) {
    await insertSite(api.db, id);
    await withSiteTransaction(api.db, id, async (tx) => {
      await saveProduct(tx, createProductInput({ slug: 'autre' }));
      await saveRowsWithoutRaisingRevisions(tx, toMediaRows([{ id: 1, alt: '', media }]));
      await saveItem(tx, 'newsletter-list', { id: 1, position: 0, name: 'La lettre', description: '' });
      await saveItem(tx, 'address', EstateAddressInput.parse({ ...sampleInputs.address?.input, id: 1 }));
    });
  }
  admin = await createCustomer(api, { role: 'ADMIN' });
  superAdmin = await createCustomer(api, { role: 'SUPER_ADMIN' });
  member = await createCustomer(api);
  adminOfOtherEstate = await createCustomer(api, { site: 41, role: 'SUPER_ADMIN' });
});

interface AdminAnswer {
  status: number;
  data: Record<string, unknown> & { key: string | number; revision: number; item: Record<string, unknown> };
}

/** Calls a resource as a member of staff. */
async function call(user: Customer, path: string, options: CallOptions = {}): Promise<AdminAnswer> {
  const { status, text } = await api.call(`/admin/${path}`, { headers: user.headers, ...options });
  return { status, data: JSON.parse(text).data };
}

test('the panel serves exactly the resources that the API can edit', () => {
  const describeSpec = ({ name, key, keys }: { name: string; key: string | null; keys: string }) => ({
    name,
    key,
    keys,
  });
  expect(adminResourceSpecs.map(describeSpec)).toEqual(expect.arrayContaining(editableResources.map(describeSpec)));
  expect(adminResourceSpecs).toHaveLength(editableResources.length);
});

describe.each(Object.keys(adminContract))('%s', (name) => {
  const [method = '', path = ''] = name.split(' ');
  const send = (headers: Record<string, string>) =>
    api.call(path.replace('{key}', '1'), { method: method as 'GET', headers, ...(method !== 'GET' && { body: {} }) });

  test('is open to no visitor, member or administrator of another estate', async () => {
    expect((await send({})).status).toBe(401);
    expect((await send(member.headers)).status).toBe(403);
    expect((await send(adminOfOtherEstate.headers)).status).toBe(401);
  });
});

const editable = editableResources.filter(canCreateItems).map(({ name }) => name);

const isLocalized = (name: string, field: string): boolean => {
  const { input } = adminResourceSpecs.find((spec) => spec.name === name)!;
  const schema = getObjectFields(input)[field];
  return schema !== undefined && unwrapSchema(schema).schema === Localized;
};

describe.each(editable)('the resource %s', (name) => {
  const { input, change } = sampleInputs[name]!;

  test('is created, listed, read, saved and deleted', async () => {
    const created = await call(superAdmin, name, { method: 'POST', body: { item: input } });
    expect(created).toMatchObject({ status: 200, data: { revision: 1 } });
    const { key } = created.data;
    const read = await call(admin, `${name}/${key}`);
    expect(read).toMatchObject({ status: 200, data: { key, revision: 1 } });
    const list = await call(admin, `${name}?nbItem=100`);
    expect(list.data.items).toContainEqual(read.data);
    if (adminResourceSpecs.find((spec) => spec.name === name)?.key === 'id') {
      const listed = await call(admin, `${name}?ids=${key},2147483647`);
      expect(listed.data).toMatchObject({ total: 1, items: [read.data] });
    }
    const saved = await call(superAdmin, `${name}/${key}`, { method: 'PUT', body: { revision: 1, item: change } });
    expect(saved).toMatchObject({ status: 200, data: { key, revision: 2 } });
    const stale = await call(superAdmin, `${name}/${key}`, { method: 'PUT', body: { revision: 1, item: input } });
    expect(stale).toMatchObject({ status: 409, data: { present: { key, revision: 2 } } });
    expect(await call(superAdmin, `${name}/${key}?revision=1`, { method: 'DELETE' })).toMatchObject({ status: 409 });
    expect(await call(superAdmin, `${name}/${key}?revision=2`, { method: 'DELETE' })).toMatchObject({ status: 200 });
    expect(await call(admin, `${name}/${key}`)).toMatchObject({ status: 404 });
    const audit = await call(admin, `audit?resource=${name}`);
    expect(audit.data.entries).toMatchObject([
      { action: 'DELETE', key: String(key), after: null, email: superAdmin.email },
      { action: 'UPDATE', key: String(key) },
      { action: 'CREATE', key: String(key), before: null, after: read.data.item },
    ]);
  });

  const texts = Object.keys(input).filter((field) => isLocalized(name, field));
  test.runIf(texts.length > 0).each(['1855', 'null', 'true', '"Cuvée"', '[1]'])('keeps the text %s', async (text) => {
    const fields = Object.fromEntries(texts.map((field) => [field, text]));
    const body = { item: { ...input, ...fields } };
    const { data } = await call(superAdmin, name, { method: 'POST', body });
    const path = `${name}/${data.key}`;
    const stored = await call(admin, path);
    expect(stored.data.item).toMatchObject(fields);
    const deleted = await call(superAdmin, `${path}?revision=${stored.data.revision}`, { method: 'DELETE' });
    expect(deleted.status).toBe(200);
  });
});

/** Lists copies of a value in which one of its numbers, at any depth, is replaced. */
function replaceEachNumber(value: unknown, replacement: number): unknown[] {
  if (typeof value === 'number') return [replacement];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    replaceEachNumber(part, replacement).map((changed) =>
      Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed },
    ),
  );
}

test.each(editable)('a %s with a number beyond the columns of the database is refused', async (name) => {
  const inputs = [2 ** 31, 1e15, -(2 ** 31) - 1].flatMap((number) =>
    replaceEachNumber(sampleInputs[name]!.input, number),
  );
  for (const item of inputs) {
    const { status } = await call(superAdmin, name, { method: 'POST', body: { item } });
    expect([400, 422], JSON.stringify(item)).toContain(status);
  }
});

test('a chosen key beyond 2³¹ is a 400 that names its field', async () => {
  const item = { ...(sampleInputs['collection-schedule']!.input as object), address: 2 ** 31 };
  const refused = await call(superAdmin, 'collection-schedule', { method: 'POST', body: { item } });
  expect(refused.status).toBe(400);
  expect(Object.keys((refused.data as { errors?: object }).errors ?? {})).toEqual(['address']);
});

test('images are listed by path and described, but not created without an upload, nor removed while an item uses them', async () => {
  const logo = await call(admin, 'logo', { method: 'POST', body: { item: sampleInputs.logo?.input } });
  expect(logo.status).toBe(200);
  const list = await call(admin, 'image?lk:path=a.webp&orderBy=-bytes');
  expect(list).toMatchObject({ status: 200, data: { total: 1, items: [{ key: 1, revision: 0, item: { alt: '' } }] } });
  const described = { name: 'Chai', alt: { fr_FR: 'Le chai', en: 'The cellar' } };
  expect(await call(admin, 'image/1', { method: 'PUT', body: { revision: 0, item: described } })).toMatchObject({
    status: 200,
    data: { revision: 1 },
  });
  expect(await call(admin, 'image/1?revision=1', { method: 'DELETE' })).toMatchObject({ status: 409 });
  expect(await call(admin, 'image', { method: 'POST', body: { item: { id: 9, ...described } } })).toMatchObject({
    status: 400,
  });
});

describe('an edit through the panel', () => {
  test('names the invalid fields and records nothing', async () => {
    const before = await call(admin, 'audit');
    const refused = await call(admin, 'tag', { method: 'POST', body: { item: { slug: 'Bio !', label: 'Bio' } } });
    expect(refused.status).toBe(422);
    expect(Object.keys((refused.data as { errors?: object }).errors ?? {})).toEqual(['slug', 'position']);
    expect(await call(admin, 'audit')).toEqual(before);
  });

  test('leaves scripts to a super administrator', async () => {
    const scripts = { type: 'SCRIPTS_TO_LOAD', value: 'console.info("chai")' };
    const entry = { url: 'a', menuTitle: 'A', title: 'A', metaDescription: '', showInMenu: true, type: 'LINK' };
    const tree = { lang: 'fr_FR', entries: [{ ...entry, link: { type: 'SCRIPT', url: '', jsCode: 'alert(1)' } }] };
    for (const [path, method, body] of [
      ['parameter', 'POST', { item: scripts }],
      ['external-app', 'POST', { item: { app: 'SECOND_ANALYTICS', public: { id: 'stats.example/1' } } }],
      ['page-tree/fr_FR', 'PUT', { revision: 0, item: tree }],
    ] as const) {
      expect((await call(admin, path, { method, body })).status, path).toBe(403);
      expect((await call(superAdmin, path, { method, body })).status, path).toBe(200);
    }
  });

  test('is invisible to other estates', async () => {
    const created = await call(admin, 'tag', {
      method: 'POST',
      body: { item: { slug: 'a-nous', label: 'x', position: 0 } },
    });
    expect(created.status).toBe(200);
    const other = { headers: adminOfOtherEstate.headers, site: 41 };
    expect((await api.call('/admin/tag/a-nous', other)).status).toBe(404);
    expect((await api.call('/admin/audit', other)).data).toEqual({ entries: [], total: 0 });
  });
});

test('GET /admin/audit filters by the address of a member of staff and by time', async () => {
  await call(admin, 'tag', { method: 'POST', body: { item: { slug: 'journal', label: 'x', position: 0 } } });
  const count = async (query: string) => (await call(admin, `audit?key=journal&${query}`)).data.total;
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  expect(await count(`lk:email=${admin.email.slice(0, 12).toUpperCase()}`)).toBe(1);
  expect(await count('lk:email=another-person')).toBe(0);
  expect(await count(`lt:at=${tomorrow}`)).toBe(1);
  expect(await count(`gte:at=${tomorrow}`)).toBe(0);
});

test('a refused setting is named by its label, and not by its key', async () => {
  const refused = await api.call<never>('/admin/parameter', {
    method: 'POST',
    headers: superAdmin.headers,
    body: { item: { type: 'COMPANY_EMAIL', value: 'Clos <hello@clos.example>' } },
    lang: 'fr_FR',
  });
  expect(refused.errors?.value).toMatch(/^«\sAdresse électronique\s» ne peut pas être/);
});

describe('the list of a resource', () => {
  test('filters, sorts, searches and pages', async () => {
    for (const [position, label] of ['Été', 'Hiver', 'Éte indien'].entries())
      await call(admin, 'tag', { method: 'POST', body: { item: { slug: `saison-${position}`, label, position } } });
    const slugs = async (query: string) => {
      const { data } = await call(admin, `tag?lk:slug=saison&${query}`);
      return (data.items as { key: string }[]).map(({ key }) => key);
    };
    expect(await slugs('orderBy=-position')).toEqual(['saison-2', 'saison-1', 'saison-0']);
    expect(await slugs('orderBy=position&nbItem=1&page=2')).toEqual(['saison-1']);
    expect(await slugs('orderBy=position&search=ete')).toEqual(['saison-0', 'saison-2']);
    expect(await slugs('label=hiver')).toEqual(['saison-1']);
    expect((await call(admin, 'tag?couleur=rouge')).status).toBe(400);
  });

  test('names the fields of a refused item with the words of its form', async () => {
    const { data } = await call(admin, 'product?nbItem=1');
    const [{ key, revision, item }] = data.items as [AdminAnswer['data']];
    const [variant] = item.variants as [object];
    const body = { revision, item: { ...item, variants: [{ ...variant, price: -5 }] } };
    const refused = await api.call<never>(`/admin/product/${key}`, {
      method: 'PUT',
      headers: admin.headers,
      body,
      lang: 'fr_FR',
    });
    expect(refused.errors).toEqual({
      'variants.0.price': '« Prix TTC (Millésimes et formats 1) » doit être au moins 0.',
    });
  });

  test('refuses a discount code with a blank, with a sentence', async () => {
    const item = { code: 'NOËL 2026', type: 'EURO', amount: 5 };
    const options = { method: 'POST', headers: admin.headers, body: { item }, lang: 'fr_FR' } as const;
    const refused = await api.call<never>('/admin/discount-code', options);
    expect(refused.errors).toEqual({ code: expect.stringMatching(/^Un code de réduction ne contient pas d’espace/) });
  });

  test('finds products by reference, vintage and format of their variants', async () => {
    const productId = await withSiteTransaction(api.db, 40, async (tx) => {
      const [variant] = await tx.select().from(variants).orderBy(variants.id).limit(1);
      if (!variant) throw new Error('the estate has no variant');
      await tx
        .update(variants)
        .set({ reference: 'DDC-MLG-23-75', year: 1987, capacity: 1.5, capacityUnit: 'LITER' })
        .where(eq(variants.id, variant.id));
      return variant.productId;
    });
    for (const list of ['product', 'product/overview'])
      for (const search of ['DDC-MLG-23-75', 'ddc-mlg 1987', '1987 magnum', '1.5 l 1987']) {
        const { data } = await call(admin, `${list}?search=${encodeURIComponent(search)}`);
        const found = (data.items ?? data.products) as { key?: number; id?: number }[];
        expect([list, search, found.map(({ key, id }) => key ?? id)]).toEqual([list, search, [productId]]);
      }
    expect((await call(admin, 'product?search=ddc-mlg%201988')).data.total).toBe(0);
  });
});
