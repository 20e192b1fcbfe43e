import { beforeAll, expect, it } from 'vitest';
import type { PageEntryInput } from '#shared/site/page-tree-input.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
let admin: Customer;

beforeAll(async () => {
  await seedEstate(api.db, api.filesDir, { id: 40, mark: 'Chênes' });
  admin = await createCustomer(api, { role: 'ADMIN' });
});

async function call(options: { method?: 'PUT'; body?: object } = {}) {
  const { status, text } = await api.call('/admin/page-tree/fr_FR', { headers: admin.headers, ...options });
  return { status, data: JSON.parse(text).data };
}

const readTree = async (): Promise<{ revision: number; entries: PageEntryInput[] }> => {
  const { data } = await call();
  return { revision: data.revision, entries: data.item.entries };
};
const save = (revision: number, entries: unknown) =>
  call({ method: 'PUT', body: { revision, item: { lang: 'fr_FR', entries } } });

it('PUT /admin/page-tree/{lang} moves an entry into another one and reorders the entries, once for each revision', async () => {
  const { revision, entries } = await readTree();
  const [first, second, ...others] = entries as [PageEntryInput, PageEntryInput];
  const moved = [{ ...second, children: [...(second.children ?? []), first] }, ...others];
  expect(await save(revision, moved)).toMatchObject({ status: 200, data: { revision: revision + 1 } });
  const after = await readTree();
  expect(after.entries[0]).toMatchObject({ id: second.id });
  expect(after.entries[0]?.children?.at(-1)).toMatchObject({ id: first.id, url: first.url });
  const stale = await save(revision, entries);
  expect(stale).toMatchObject({ status: 409, data: { present: { revision: revision + 1 } } });
  expect((await readTree()).entries).toEqual(after.entries);
});

it('PUT /admin/page-tree/{lang} refuses an entry inside itself, and two siblings with one URL segment', async () => {
  const { revision, entries } = await readTree();
  const [first] = entries as [PageEntryInput];
  const inItself = await save(revision, [{ ...first, children: [{ ...first, children: [] }] }]);
  expect(inItself).toMatchObject({ status: 422 });
  expect(Object.keys(inItself.data.errors)).toEqual(['entries']);
  const { id: _, ...copy } = first;
  const colliding = await save(revision, [...entries, { ...copy, children: [] }]);
  expect(colliding).toMatchObject({ status: 422 });
  expect(Object.keys(colliding.data.errors)).toEqual([`entries.${entries.length}.url`]);
  expect(await readTree()).toEqual({ revision, entries });
});
