import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { editableResources } from '#server/api/api-resources.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import { saveRowsWithoutRaisingRevisions } from '#server/api/database/table-rows.ts';
import { findMediaUses, type MediaRef } from '#server/api/media/media-resources.ts';
import { toMediaRows } from '#server/api/media/store-media.ts';
import { createItem, deleteItem, updateItem } from '#server/api/resources/edit-item.ts';
import { type ItemInput, type ItemKey, readItem } from '#server/api/resources/resource.ts';
import type { Outcome } from '#shared/outcome.ts';
import { findResource } from '#tests/support/fixtures/find-resource.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { sampleInputs } from '#tests/support/fixtures/sample-inputs.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const { db } = await openTestDatabase();
const site = 40;

const bytes = new Uint8Array(1);
const imageMedia = (id: number, path: string) => ({
  id,
  alt: '',
  media: {
    kind: 'image' as const,
    path,
    bytes,
    hash: 'a'.repeat(64),
    type: 'image/webp',
    width: 9,
    height: 9,
    tint: '#fff',
  },
});
const fileMedia = (id: number, path: string) => ({
  id,
  alt: '',
  media: { kind: 'file' as const, path, bytes, hash: 'b'.repeat(64), type: 'font/woff2' },
});

beforeAll(async () => {
  for (const id of [site, 41]) await insertSite(db, id);
  for (const id of [site, 41])
    await withSiteTransaction(db, id, (tx) =>
      saveRowsWithoutRaisingRevisions(
        tx,
        toMediaRows([
          ...[1, 2, 3, 12, 13].map((image) => imageMedia(image, `pictures/${image}.webp`)),
          ...[2, 5, 6].map((file) => fileMedia(file, `files/${file}.woff2`)),
        ]),
      ),
    );
});

const edit = <Value, Refusal extends string>(work: (tx: SiteTx) => Promise<Outcome<Value, Refusal>>) =>
  withSiteTransactionOrRollback(db, site, work);

async function save(name: string, changes: ItemInput): Promise<ItemKey> {
  const resource = findResource(name);
  const { input, key = '' } = sampleInputs[name] ?? { input: {} };
  const changed = { ...input, ...changes };
  const saved = await edit((tx) =>
    resource.keys === 'fixed'
      ? updateItem(tx, resource, changed, { key, revision: 0 })
      : createItem(tx, resource, changed),
  );
  if (!saved.ok) throw new Error(saved.refusal);
  return saved.value.key;
}

const usesOf = (media: MediaRef, ofSite = site) =>
  withSiteTransaction(db, ofSite, (tx) => findMediaUses(tx, editableResources, media));
const remove = (name: string, key: number, revision = 0) =>
  edit((tx) => deleteItem(tx, findResource(name), { key, revision }));
const read = (name: string, key: number) =>
  withSiteTransaction(db, site, (tx) => readItem(tx, findResource(name), key));

describe('the uses of an image', () => {
  it('are found in galleries, sections, logos and texts', async () => {
    const product = await save('product', { images: [1] });
    const page = await save('page', { sections: [{ kind: 'landscape', image: { image: 1 } }] });
    const logo = await save('logo', {});
    const news = await save('news', { body: { markdown: '![Le chai](pictures/1.webp)' } });
    const uses = [
      { resource: 'logo', key: String(logo) },
      { resource: 'news', key: String(news) },
      { resource: 'page', key: String(page) },
      { resource: 'product', key: String(product) },
    ];
    expect(await usesOf({ kind: 'image', id: 1 })).toEqual(uses);
  });

  it('are those of this image, this kind and this site only', async () => {
    const key = await save('page', {
      sections: [
        { kind: 'picture', image: { image: 12 } },
        { kind: 'html', text: { markdown: '![Le chai](pictures/12.webp)' } },
      ],
    });
    expect(await usesOf({ kind: 'image', id: 12 })).toEqual([{ resource: 'page', key: String(key) }]);
    expect(await usesOf({ kind: 'image', id: 2 })).toEqual([]);
    expect(await usesOf({ kind: 'file', id: 2 })).toEqual([]);
    expect(await usesOf({ kind: 'image', id: 12 }, 41)).toEqual([]);
  });
});

describe('the uses of a file', () => {
  it('are found in fonts and in the videos of products', async () => {
    await save('theme', { fonts: [{ name: 'Mulish', files: [5] }] });
    const product = await save('product', { slug: 'film', videos: [{ title: 'Le film', file: 6 }] });
    expect(await usesOf({ kind: 'file', id: 5 })).toEqual([{ resource: 'theme', key: '' }]);
    expect(await usesOf({ kind: 'file', id: 6 })).toEqual([{ resource: 'product', key: String(product) }]);
  });
});

describe('an edit of an image or file', () => {
  it('changes name and alternative text of an image', async () => {
    const change = { name: 'Le chai', alt: { fr_FR: 'Le chai', en: 'The cellar' } };
    const saved = await edit((tx) => updateItem(tx, findResource('image'), change, { key: 3, revision: 0 }));
    expect(saved).toEqual({ ok: true, value: { key: 3, revision: 1 } });
    expect(await read('image', 3)).toMatchObject({ revision: 1, item: { id: 3, ...change } });
  });

  it('creates no image without an upload', async () => {
    const input = { id: 99, name: 'x', alt: '' };
    await expect(edit((tx) => createItem(tx, findResource('image'), input))).rejects.toThrow('cannot be created');
    const saved = await edit((tx) => updateItem(tx, findResource('image'), input, { key: 99, revision: 0 }));
    expect(saved).toMatchObject({ refusal: 'not_found' });
  });

  it('refuses to remove an image or file while an item uses it, and names the item', async () => {
    await save('page', { sections: [{ kind: 'picture', image: { image: 13 } }] });
    expect(await remove('image', 13)).toMatchObject({
      refusal: 'still_referenced',
      values: { resource: 'page', uses: 1 },
    });
    expect(await remove('file', 5)).toMatchObject({ refusal: 'still_referenced', values: { resource: 'theme' } });
    expect(await read('image', 13)).not.toBeNull();
  });

  it.each<[string, ItemInput]>([
    ['a section', { sections: [{ kind: 'picture', image: { image: 3 } }] }],
    ['a text', { sections: [{ kind: 'html', text: { html: '<p><img src="/image/3?w=640" alt=""></p>' } }] }],
  ])('waits for a save that is about to use the image in %s, and is then refused', async (_, input) => {
    const page = findResource('page');
    let removal: ReturnType<typeof remove> | undefined;
    const { revision = 0 } = (await read('image', 3)) ?? {};
    await edit(async (tx) => {
      const saved = await createItem(tx, page, { ...sampleInputs.page?.input, ...input });
      removal = remove('image', 3, revision);
      await setTimeout(300);
      return saved;
    });
    expect(await removal).toMatchObject({ refusal: 'still_referenced', values: { resource: 'page' } });
    expect(await read('image', 3)).not.toBeNull();
  });

  it('removes an unused image and an unused file', async () => {
    expect(await remove('image', 2)).toEqual({ ok: true, value: null });
    expect(await remove('file', 2)).toEqual({ ok: true, value: null });
    expect([await read('image', 2), await read('file', 2)]).toEqual([null, null]);
  });
});
