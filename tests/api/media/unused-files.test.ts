import { existsSync, mkdtempSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { toStoredFilePath, tryLockForDeletion } from '#server/api/media/file-store.ts';
import { toCachedImagePath, toImageCacheDir } from '#server/api/media/image-cache.ts';
import { type InspectedMedia, inspectMedia } from '#server/api/media/inspect-media.ts';
import { createMediaJobs } from '#server/api/media/media-jobs.ts';
import { filesUnreferencedBySite, images } from '#server/api/media/media-tables.ts';
import { saveMediaRow, storeMediaFiles } from '#server/api/media/store-media.ts';
import { createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { encodeMultipartBody } from '#tests/support/fixtures/form-fixtures.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { createJpeg } from '#tests/support/fixtures/seed-estate.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';
import { waitForBlockedQuery } from '#tests/support/wait-for-blocked-query.ts';

const api = await startTestApi();
const [site, otherSite] = [40, 41];

beforeAll(async () => {
  for (const id of [site, otherSite]) await insertSite(api.db, id);
});

let shade = 0x100000;

/** Creates a picture that no other test uses. */
async function createPicture(path = 'uploads/photo.jpg'): Promise<InspectedMedia> {
  shade += 0x010305;
  const media = await inspectMedia(path, await createJpeg(40, 30, `#${shade.toString(16)}`), 40);
  if (typeof media === 'string') throw new Error(media);
  return media;
}

async function storeAndSave(tx: SiteTx, media: InspectedMedia): Promise<number> {
  await storeMediaFiles(tx, api.filesDir, [media]);
  const saved = await saveMediaRow(tx, media, { alt: '' });
  if (!saved.ok) throw new Error(saved.refusal);
  return saved.value.id;
}

const add = (media: InspectedMedia, siteId = site) =>
  withSiteTransaction(api.db, siteId, (tx) => storeAndSave(tx, media));
const remove = ({ hash }: InspectedMedia, siteId = site) =>
  withSiteTransaction(api.db, siteId, (tx) => tx.delete(images).where(eq(images.hash, hash)));
const isStored = ({ hash }: InspectedMedia) => existsSync(toStoredFilePath(api.filesDir, hash));
const findUnreferencedFileRows = ({ hash }: InspectedMedia, siteId = site) =>
  withSiteTransaction(api.db, siteId, (tx) =>
    tx.select().from(filesUnreferencedBySite).where(eq(filesUnreferencedBySite.hash, hash)),
  );

/** Sets the time at which the site stopped using a file to a number of days ago. */
const backdateUnreferencedFile = ({ hash }: InspectedMedia, days: number, siteId = site) =>
  withSiteTransaction(api.db, siteId, (tx) =>
    tx
      .update(filesUnreferencedBySite)
      .set({ unreferencedSince: sql`now() - make_interval(secs => ${days * 86_400})` })
      .where(eq(filesUnreferencedBySite.hash, hash)),
  );

const runJob = (siteId = site, filesDir = api.filesDir) =>
  createMediaJobs({ filesDir, dataDir: api.dataDir }).hourly['delete-unused-files']?.({
    db: api.db,
    siteId,
    payload: { site: siteId },
    signal: new AbortController().signal,
  });

describe('the job that deletes unused files', () => {
  it('deletes an original and its conversions 7 days after the last row that refers to it', async () => {
    const media = await createPicture();
    const id = await add(media);
    expect((await api.call(`/image/${id}?w=64&format=webp`, { site })).status).toBe(200);
    const cached = toCachedImagePath(
      toImageCacheDir(api.dataDir),
      { siteId: site, hash: media.hash },
      { width: 64, format: 'webp' },
    );
    expect(existsSync(cached)).toBe(true);
    await remove(media);
    await backdateUnreferencedFile(media, 6.9);
    await runJob();
    expect([isStored(media), existsSync(cached)]).toEqual([true, true]);
    await backdateUnreferencedFile(media, 7.1);
    await runJob();
    expect([isStored(media), existsSync(cached)]).toEqual([false, false]);
    expect(await findUnreferencedFileRows(media)).toEqual([]);
  });

  it('deletes the original that was replaced under its path', async () => {
    const [first, second] = [await createPicture('uploads/door.jpg'), await createPicture('uploads/door.jpg')];
    await add(first);
    await add(second);
    await backdateUnreferencedFile(first, 8);
    await runJob();
    expect([isStored(first), isStored(second)]).toEqual([false, true]);
  });

  it('keeps a file that another site uses, and a file that another site has ceased to use only recently', async () => {
    const media = await createPicture();
    for (const id of [site, otherSite]) await add(media, id);
    await remove(media);
    await backdateUnreferencedFile(media, 8);
    await runJob();
    expect(isStored(media)).toBe(true);
    expect(await findUnreferencedFileRows(media)).toEqual([]);

    await remove(media, otherSite);
    await add(media);
    await remove(media);
    await backdateUnreferencedFile(media, 8);
    await runJob();
    expect(isStored(media)).toBe(true);

    await backdateUnreferencedFile(media, 8, otherSite);
    await runJob(otherSite);
    expect(isStored(media)).toBe(false);
  });

  it('keeps a file that the site has uploaded again, and counts 7 days anew when it is removed again', async () => {
    const media = await createPicture();
    await add(media);
    await remove(media);
    await backdateUnreferencedFile(media, 8);
    await add(media);
    await remove(media);
    await runJob();
    expect(isStored(media)).toBe(true);
    await add(media);
    await backdateUnreferencedFile(media, 8);
    await runJob();
    expect(isStored(media)).toBe(true);
    expect(await findUnreferencedFileRows(media)).toEqual([]);
  });

  it('keeps a file that is used twice when one of its rows is deleted', async () => {
    const media = await createPicture();
    const first = await add(media);
    await add({ ...media, path: 'uploads/copy.jpg' });
    await withSiteTransaction(api.db, site, (tx) => tx.delete(images).where(eq(images.id, first)));
    await backdateUnreferencedFile(media, 8);
    await runJob();
    expect(isStored(media)).toBe(true);
  });

  it('fails and deletes no record where the folder of the files is missing, or empty as without its volume', async () => {
    const media = await createPicture();
    await add(media);
    await remove(media);
    await backdateUnreferencedFile(media, 8);
    for (const filesDir of ['/nonexistent/files', mkdtempSync(join(tmpdir(), 'cuvee-mount-point-'))]) {
      await expect(runJob(site, filesDir)).rejects.toThrow(`FILES_DIR ${filesDir} is missing or empty`);
      expect(await findUnreferencedFileRows(media)).toHaveLength(1);
    }
  });

  it('fails and deletes no record where uploads were received without the volume', async () => {
    for (let index = 0; index < 3; index++) await add(await createPicture(`uploads/used-${index}.jpg`));
    const media = await createPicture();
    await add(media);
    await remove(media);
    await backdateUnreferencedFile(media, 8);
    const mountPoint = mkdtempSync(join(tmpdir(), 'cuvee-mount-point-'));
    await mkdir(join(mountPoint, 'uploads'));
    await expect(runJob(site, mountPoint)).rejects.toThrow(`FILES_DIR ${mountPoint}`);
    const uploaded = await createPicture('uploads/without-volume.jpg');
    await withSiteTransaction(api.db, site, async (tx) => {
      await storeMediaFiles(tx, mountPoint, [uploaded]);
      await saveMediaRow(tx, uploaded, { alt: '' });
    });
    await expect(runJob(site, mountPoint)).rejects.toThrow(`FILES_DIR ${mountPoint}`);
    expect(await findUnreferencedFileRows(media)).toHaveLength(1);
    await runJob();
    expect([isStored(media), await findUnreferencedFileRows(media)]).toEqual([false, []]);
  });

  it('deletes the record of a file that is not stored any more', async () => {
    const media = await createPicture();
    await add(media);
    await remove(media);
    await backdateUnreferencedFile(media, 8);
    await rm(toStoredFilePath(api.filesDir, media.hash));
    await runJob();
    expect(await findUnreferencedFileRows(media)).toEqual([]);
  });

  it('does not show or change the unreferenced files of another site', async () => {
    const media = await createPicture();
    await add(media, otherSite);
    await remove(media, otherSite);
    await backdateUnreferencedFile(media, 8, otherSite);
    expect(await findUnreferencedFileRows(media)).toEqual([]);
    await runJob();
    expect(isStored(media)).toBe(true);
    expect(await findUnreferencedFileRows(media, otherSite)).toHaveLength(1);
  });
});

describe('a file that is stored while it is deleted', () => {
  it('is kept when the transaction that stores it began first', async () => {
    const media = await createPicture();
    await add(media);
    await remove(media);
    await backdateUnreferencedFile(media, 8);
    await withSiteTransaction(api.db, otherSite, async (tx) => {
      await storeAndSave(tx, media);
      // The row is not committed yet, so that no query of another transaction finds it.
      await runJob();
      expect(isStored(media)).toBe(true);
      expect(await findUnreferencedFileRows(media)).toHaveLength(1);
    });
    await runJob();
    expect(isStored(media)).toBe(true);
  });

  it('is uploaded after the deletion, and then exists, when the deletion began first', async () => {
    const admin = await createCustomer(api, { site: otherSite, role: 'ADMIN' });
    const media = await createPicture();
    await add(media);
    const upload = async () => {
      const { body, headers } = await encodeMultipartBody({ file: new File([media.bytes as BlobPart], 'photo.jpg') });
      const call = { method: 'POST' as const, body, headers: { ...headers, ...admin.headers }, site: otherSite };
      return (await api.call('/admin/image', call)).status;
    };
    const uploaded = await withSiteTransaction(api.db, site, async (tx) => {
      expect(await tryLockForDeletion(tx, media.hash)).toBe(true);
      const pending = upload();
      await waitForBlockedQuery(api.db);
      await rm(toStoredFilePath(api.filesDir, media.hash));
      return { pending };
    });
    expect(await uploaded.pending).toBe(200);
    expect(isStored(media)).toBe(true);
  });
});
