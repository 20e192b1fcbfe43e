import { readFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import { toStoredFilePath } from '#server/api/media/file-store.ts';
import { type InspectedMedia, inspectMedia } from '#server/api/media/inspect-media.ts';
import { files, images } from '#server/api/media/media-tables.ts';
import { saveMediaRow, storeMediaFiles } from '#server/api/media/store-media.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { createJpeg } from '#tests/support/fixtures/seed-estate.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const site = 40;
beforeAll(() => insertSite(api.db, site));

async function store(path: string, bytes: Uint8Array): Promise<InspectedMedia> {
  const media = await inspectMedia(path, bytes, 40);
  if (typeof media === 'string') throw new Error(media);
  await withSiteTransaction(api.db, site, (tx) => storeMediaFiles(tx, api.filesDir, [media]));
  return media;
}
async function save(media: InspectedMedia, alt = ''): Promise<number> {
  const saved = await withSiteTransactionOrRollback(api.db, site, (tx) => saveMediaRow(tx, media, { alt }));
  if (!saved.ok) throw new Error(saved.refusal);
  return saved.value.id;
}

describe('storeMediaFiles', () => {
  it('stores the bytes under their hash, and the picture is served by its new id', async () => {
    const bytes = await createJpeg(600, 400, '#3a5f2d');
    const media = await store('uploads/cellar.jpg', bytes);
    expect(await readFile(toStoredFilePath(api.filesDir, media.hash))).toEqual(bytes);
    const id = await save(media, 'Le chai');
    const [row] = await withSiteTransaction(api.db, site, (tx) => tx.select().from(images));
    expect(row).toMatchObject({ id, name: 'cellar.jpg', alt: 'Le chai', width: 600, height: 400, type: 'image/jpeg' });
    expect((await api.call(`/image/${id}?w=320`, { site })).status).toBe(200);
  });

  it('removes scripts from a drawing before it is stored', async () => {
    const media = await store(
      'uploads/a.svg',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>x()</script><rect/></svg>'),
    );
    expect(String(await readFile(toStoredFilePath(api.filesDir, media.hash)))).not.toContain('script');
  });

  it.each([
    ['a picture of another type', 'uploads/a.png', () => createJpeg(8, 8, '#ffffff'), 'is a jpeg file, not png'],
    ['a font file with other content', 'uploads/a.woff2', async () => Buffer.from('no font'), 'is no woff2 file'],
    ['an extension without a known type', 'uploads/a.exe', async () => Buffer.from('MZ'), 'unsupported extension'],
  ])('is not given %s, which the inspection refuses', async (_, path, bytes, reason) => {
    expect(await inspectMedia(path, await bytes(), 40)).toContain(reason);
  });
});

describe('saveMediaRow', () => {
  it('keeps the id when a file is replaced under its path', async () => {
    const first = await save(await store('uploads/door.jpg', await createJpeg(60, 40, '#000000')));
    const second = await save(await store('uploads/door.jpg', await createJpeg(80, 40, '#ffffff')));
    const rows = await withSiteTransaction(api.db, site, (tx) => tx.select().from(images));
    expect(second).toBe(first);
    expect(rows.filter(({ path }) => path === 'uploads/door.jpg')).toMatchObject([{ id: first, width: 80 }]);
  });

  it('assigns another id when the preferred one is taken', async () => {
    const media = await store('uploads/oak.jpg', await createJpeg(10, 10, '#123456'));
    const preferred = await save(media);
    await withSiteTransaction(api.db, site, (tx) =>
      tx.update(images).set({ path: 'uploads/elsewhere.jpg' }).where(eq(images.id, preferred)),
    );
    expect(await save(media)).toBe(preferred + 1);
  });

  it('saves a font among the files', async () => {
    const id = await save(await store('fonts/mulish-700.woff2', Buffer.from('wOF2 font')));
    expect(await withSiteTransaction(api.db, site, (tx) => tx.select().from(files))).toMatchObject([
      { id, name: 'mulish-700.woff2' },
    ]);
  });
});
