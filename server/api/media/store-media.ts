import { eq } from 'drizzle-orm';
import { saveRowsAndNotify } from '#server/api/changes/save-and-notify.ts';
import type { SaveRefusal } from '#server/api/database/save-rows.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { MediaInput } from '#shared/media/media-input.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { storeFile } from './file-store.ts';
import { type InspectedMedia, inspectMedia } from './inspect-media.ts';
import { generateMediaIdCandidates } from './media-id.ts';
import { type StoredMedia, toMediaRows } from './media-rows.ts';
import { files, images } from './media-tables.ts';

/**
 * Inspects an uploaded file and stores its bytes. Call it before the transaction begins, because decoding and writing
 * are slow, and then `saveMediaRow` inside the transaction. Stored bytes without a row are harmless.
 */
export async function storeMediaFile(
  filesDir: string,
  path: string,
  bytes: Uint8Array,
): Promise<Outcome<InspectedMedia, 'unreadable_file'>> {
  const media = await inspectMedia(path, bytes);
  if (typeof media === 'string') return refuse('unreadable_file', { values: { reason: media } });
  await storeFile(filesDir, media.bytes);
  return ok(media);
}

/** Saves the row of a stored file. An existing row with the same path is replaced and keeps its id. */
export async function saveMediaRow(
  tx: SiteTx,
  media: StoredMedia,
  { name, alt }: Omit<MediaInput, 'path'>,
): Promise<Outcome<{ id: number }, SaveRefusal>> {
  const id = await idFor(tx, media);
  const saved = await saveRowsAndNotify(tx, toMediaRows([{ id, media, name, alt }]));
  return saved.ok ? ok({ id }) : saved;
}

async function idFor(tx: SiteTx, media: StoredMedia): Promise<number> {
  const table = media.kind === 'image' ? images : files;
  const [existing] = await tx.select({ id: table.id }).from(table).where(eq(table.path, media.path));
  if (existing) return existing.id;
  for (const id of generateMediaIdCandidates(media)) {
    const taken = await tx.$count(table, eq(table.id, id));
    if (taken === 0) return id;
  }
  throw new Error('no media id is free');
}
