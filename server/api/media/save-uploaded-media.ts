import { eq, sum } from 'drizzle-orm';
import { createItemRef, lockItemRevision } from '#server/api/database/row-revisions.ts';
import { lockSiteForEdit } from '#server/api/database/site-import-lock.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { getTableShape } from '#server/api/database/table-shape.ts';
import { maxSiteMediaBytes, maxSiteMediaFiles } from '#shared/media/media-limits.ts';
import { getMediaFileName } from '#shared/media/media-path.ts';
import type { UploadedMedia } from '#shared/media/upload-contract.ts';
import { type Outcome, ok, type RefusedOutcome, refuse } from '#shared/outcome.ts';
import type { CheckedUpload } from './checked-upload.ts';
import { lockStoredFiles } from './file-locks.ts';
import type { MediaFileProperties } from './media-rows.ts';
import { files, images } from './media-tables.ts';
import { saveMediaRow } from './store-media.ts';

/**
 * Stores an uploaded image or file and saves its row. A file that the site already has keeps its name and alternative
 * text. Simultaneous uploads can exceed the storage limit by their own size.
 */
export async function saveUploadedMedia(
  tx: SiteTx,
  filesDir: string,
  { media, losses, store }: CheckedUpload,
): Promise<Outcome<UploadedMedia, 'storage_full'>> {
  await lockSiteForEdit(tx);
  const existing = await findMedia(tx, media);
  const refusal = existing ? null : await refuseFullStorage(tx, media);
  if (refusal) return refusal;
  await lockStoredFiles(tx, [media.hash]);
  await store(filesDir);
  const name = existing?.name ?? getMediaFileName(media.path);
  const id = existing?.id ?? (await insertMedia(tx, media));
  const revision = await lockItemRevision(tx, createItemRef(getTableShape(tableOf(media)).name, id));
  return ok({ key: id, revision, name, isNew: !existing, losses });
}

/** Checks that the site has room for a new image or file. */
async function refuseFullStorage(
  tx: SiteTx,
  media: MediaFileProperties,
): Promise<RefusedOutcome<'storage_full'> | null> {
  if (!(await isStorageFull(tx, media.bytes.byteLength))) return null;
  return refuse('storage_full', { values: { megabytes: maxSiteMediaBytes / 1_000_000, files: maxSiteMediaFiles } });
}

const tableOf = ({ kind }: MediaFileProperties) => (kind === 'image' ? images : files);

async function findMedia(tx: SiteTx, media: MediaFileProperties): Promise<{ id: number; name: string } | null> {
  const table = tableOf(media) as typeof files;
  const [row] = await tx.select({ id: table.id, name: table.name }).from(table).where(eq(table.path, media.path));
  return row ?? null;
}

async function insertMedia(tx: SiteTx, media: MediaFileProperties): Promise<number> {
  const saved = await saveMediaRow(tx, media, { alt: '' });
  if (!saved.ok) throw new Error(`uploaded media was not saved: ${saved.refusal}`);
  return saved.value.id;
}

async function isStorageFull(tx: SiteTx, addedBytes: number): Promise<boolean> {
  let [count, bytes] = [1, addedBytes];
  for (const table of [images, files]) {
    const [row] = await tx.select({ bytes: sum(table.bytes).mapWith(Number) }).from(table as typeof files);
    count += await tx.$count(table);
    bytes += row?.bytes ?? 0;
  }
  return count > maxSiteMediaFiles || bytes > maxSiteMediaBytes;
}
