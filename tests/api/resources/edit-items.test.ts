import { beforeAll, describe, expect, it } from 'vitest';
import { editableResources } from '#server/api/api-resources.ts';
import { saveProduct } from '#server/api/catalogue/save-product.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import { sites } from '#server/api/database/sites-table.ts';
import { saveRowsWithoutRaisingRevisions } from '#server/api/database/table-rows.ts';
import { toMediaRows } from '#server/api/media/store-media.ts';
import { createItem, deleteItem, updateItem } from '#server/api/resources/edit-item.ts';
import { type ItemInput, type ItemKey, type Resource, readItem } from '#server/api/resources/resource.ts';
import type { Outcome } from '#shared/outcome.ts';
import { EstateAddressInput } from '#shared/places/estate-address-input.ts';
import { canCreateItems } from '#shared/resource-spec.ts';
import { findResource } from '#tests/support/fixtures/find-resource.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { createProductInput } from '#tests/support/fixtures/product-input.ts';
import { sampleInputs } from '#tests/support/fixtures/sample-inputs.ts';
import { saveItem } from '#tests/support/fixtures/save-item.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const { db } = await openTestDatabase();
const site = 40;

const stored = { bytes: new Uint8Array(1), hash: 'a'.repeat(64), path: 'a.webp', type: 'image/webp' };
const media = { ...stored, kind: 'image' as const, width: 9, height: 9, tint: '#fff' };

beforeAll(async () => {
  await insertSite(db, site);
  await withSiteTransaction(db, site, async (tx) => {
    await saveProduct(tx, createProductInput({ slug: 'autre' }));
    const font = { ...stored, kind: 'file' as const, path: 'a.woff2', type: 'font/woff2' };
    await saveRowsWithoutRaisingRevisions(
      tx,
      toMediaRows([
        { id: 1, alt: '', media },
        { id: 2, alt: '', media: { ...media, path: 'b.webp' } },
        { id: 2, alt: '', media: font },
      ]),
    );
    await saveItem(tx, 'newsletter-list', { id: 1, position: 0, name: 'La lettre', description: '' });
    await saveItem(tx, 'address', EstateAddressInput.parse({ ...sampleInputs.address!.input, id: 1 }));
  });
});

const edit = <Value, Refusal extends string>(work: (tx: SiteTx) => Promise<Outcome<Value, Refusal>>) =>
  withSiteTransactionOrRollback(db, site, work);
const create = (resource: Resource, input: ItemInput) => edit((tx) => createItem(tx, resource, input));
const update = (resource: Resource, input: ItemInput, key: ItemKey, revision: number) =>
  edit((tx) => updateItem(tx, resource, input, { key, revision }));
const remove = (resource: Resource, key: ItemKey, revision: number) =>
  edit((tx) => deleteItem(tx, resource, { key, revision }));
const read = (resource: Resource, key: ItemKey) => withSiteTransaction(db, site, (tx) => readItem(tx, resource, key));
const changeCount = async () => (await db.select().from(sites)).find(({ id }) => id === site)?.changeCount ?? 0;

/**
 * Creates an item of a resource. If the resource has only items that always exist, one of them is saved for the first
 * time.
 */
async function start(resource: Resource): Promise<ItemKey> {
  const { input, key = '' } = sampleInputs[resource.name]!;
  const outcome = canCreateItems(resource) ? await create(resource, input) : await update(resource, input, key, 0);
  expect(outcome).toMatchObject({ ok: true, value: { revision: 1 } });
  return outcome.ok ? outcome.value.key : '';
}

describe.each(editableResources.map((resource) => [resource.name, resource] as const))(
  'the edits of a %s',
  (name, resource) => {
    const { change, stored: changed } = sampleInputs[name]!;
    let key: ItemKey;

    it('creates the item at revision 1 and notifies', async () => {
      const before = await changeCount();
      key = await start(resource);
      expect(await read(resource, key)).toMatchObject({ revision: 1 });
      expect(await changeCount()).toBe(before + 1);
    });

    it('lets one of two saves of the same revision win, and shows the other the current item', async () => {
      const outcomes = await Promise.all([1, 2].map(() => update(resource, change, key, 1)));
      const won = outcomes.filter(({ ok }) => ok);
      const [lost] = outcomes.filter(({ ok }) => !ok);
      expect(won).toEqual([{ ok: true, value: { key, revision: 2 } }]);
      expect(lost).toMatchObject({ refusal: 'stale_revision', current: { revision: 2, item: changed } });
      expect(await read(resource, key)).toMatchObject({ revision: 2, item: changed });
    });

    it.skipIf(resource.keys === 'fixed')('deletes only the revision that was read', async () => {
      expect(await remove(resource, key, 1)).toMatchObject({ refusal: 'stale_revision', current: { revision: 2 } });
      const before = await changeCount();
      expect(await remove(resource, key, 2)).toEqual({ ok: true, value: null });
      expect(await read(resource, key)).toBeNull();
      expect(await changeCount()).toBe(before + 1);
      expect(await update(resource, change, key, 3)).toMatchObject({ refusal: 'not_found' });
    });

    it.runIf(resource.keys === 'assigned')(
      'assigns distinct ids to concurrent new items, none of a deleted one',
      async () => {
        const { input } = sampleInputs[name]!;
        const unique = ['slug', 'code'].filter((field) => field in input);
        const inputs = ['un', 'deux', 'trois'].map((word) => ({
          ...input,
          ...Object.fromEntries(unique.map((field) => [field, word])),
        }));
        const outcomes = await Promise.all(inputs.map((one) => create(resource, one)));
        const ids = outcomes.map((outcome) => (outcome.ok ? outcome.value.key : outcome.refusal));
        expect(new Set(ids).size).toBe(3);
        expect(ids.every((id) => Number(id) > Number(key))).toBe(true);
      },
    );

    it.runIf(resource.keys === 'chosen')(
      'refuses to create an item that exists, and continues after a deleted one',
      async () => {
        const { input } = sampleInputs[name]!;
        expect(await create(resource, input)).toMatchObject({ ok: true, value: { revision: 4 } });
        expect(await create(resource, input)).toMatchObject({ refusal: 'already_exists' });
      },
    );
  },
);

describe('an edit', () => {
  const product = findResource('product');
  const { input: wine } = sampleInputs.product!;

  it('names the fields of an invalid input', async () => {
    const outcome = await create(product, { ...wine, vatRate: 200 });
    expect(outcome).toMatchObject({ refusal: 'invalid_input', issues: [{ path: ['vatRate'] }] });
  });

  it('assigns ids to new variants that no deleted variant had', async () => {
    const [variant = {}] = wine.variants as ItemInput[];
    const input = (...variants: ItemInput[]) => ({ ...wine, slug: 'formats', variants });
    const created = await create(product, input(variant, variant));
    const key = created.ok ? created.value.key : 0;
    const idsOf = async () => {
      const variants = (await read(product, key))?.item.variants as { id: number }[] | undefined;
      return variants?.map(({ id }) => id) ?? [];
    };
    const [first = 0, second = 0] = await idsOf();
    await update(product, input({ ...variant, id: first }), key, 1);
    await update(product, input({ ...variant, id: first }, variant), key, 2);
    expect(await idsOf()).toEqual([first, second + 1]);
  });

  it('refuses a form whose consent field names no newsletter, or another one than it subscribes to', async () => {
    const list = await create(findResource('newsletter-list'), { position: 0, name: 'La gazette' });
    const key = list.ok ? list.value.key : 0;
    const save = (label: string, newsletterList: ItemKey) => {
      const email = { name: 'email', type: 'email', label: 'E-mail' };
      const fields = [email, { name: 'letter', type: 'consent', label, newsletterList }];
      return create(findResource('form'), { title: 'Lettre', confirmation: 'Merci', fields });
    };
    const refused = (field: string) => ({ refusal: 'invalid_input', issues: [{ path: ['fields', 1, field] }] });
    expect(await save('Je veux des nouvelles', key)).toMatchObject(refused('label'));
    expect(await save('Je m’abonne à La gazette', 99)).toMatchObject(refused('newsletterList'));
    expect(await save('Je m’abonne à La gazette', key)).toMatchObject({ ok: true });
  });

  it('does not show the secret of an external app', async () => {
    const current = await read(findResource('external-app'), 'ANALYTICS');
    expect(current?.item).toMatchObject({ public: { id: 'G-1' } });
    expect(current?.item).not.toHaveProperty('secret');
  });

  it('raises the revision when a row is saved without one', async () => {
    const before = (await read(product, 1))?.revision ?? 0;
    await edit((tx) => saveProduct(tx, createProductInput({ slug: 'autre' })));
    expect((await read(product, 1))?.revision).toBe(before + 1);
  });
});
