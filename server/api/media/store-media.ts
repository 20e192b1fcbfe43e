import { eq } from 'drizzle-orm';
import { saveRows } from '#server/api/changes/save-rows.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { SaveRefusal } from '#server/api/database/table-rows.ts';
import type { Localized } from '#shared/localized.ts';
import { type Outcome, ok } from '#shared/outcome.ts';
import { type FileLockTx, lockStoredFiles } from './file-locks.ts';
import { storeFileWithKnownHash } from './file-store.ts';
import type { InspectedMedia } from './inspect-media.ts';
import { generateMediaIdCandidates } from './media-id.ts';
import { type MediaFileProperties, toMediaRows } from './media-rows.ts';
import { files, images } from './media-tables.ts';

/**
 * Stores the bytes of media in the transaction that saves their rows afterwards, so that `delete-unused-files` cannot
 * delete them in between. Bytes that the store has already are not written again.
 */
export async function storeMediaFiles(
  tx: FileLockTx,
  filesDir: string,
  media: readonly Pick<InspectedMedia, 'hash' | 'bytes'>[],
): Promise<void> {
  await lockStoredFiles(
    tx,
    media.map(({ hash }) => hash),
  );
  for (const { hash, bytes } of media) await storeFileWithKnownHash(filesDir, hash, bytes);
}

/** Saves the row of a stored file. An existing row with the same path is replaced and keeps its id. */
export async function saveMediaRow(
  tx: SiteTx,
  media: MediaFileProperties,
  { alt }: { alt: Localized },
): Promise<Outcome<{ id: number }, SaveRefusal>> {
  const id = await idFor(tx, media);
  const saved = await saveRows(tx, toMediaRows([{ id, media, alt }]));
  return saved.ok ? ok({ id }) : saved;
}

async function idFor(tx: SiteTx, media: MediaFileProperties): Promise<number> {
  const table = media.kind === 'image' ? images : files;
  const [existing] = await tx.select({ id: table.id }).from(table).where(eq(table.path, media.path));
  if (existing) return existing.id;
  for (const id of generateMediaIdCandidates(media)) {
    const taken = await tx.$count(table, eq(table.id, id));
    if (taken === 0) return id;
  }
  throw new Error('no media id is free');
}
