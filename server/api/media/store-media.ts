import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { saveRows } from '#server/api/changes/save-rows.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { createTableRows, type RowsOfTable, type SaveRefusal } from '#server/api/database/table-rows.ts';
import type { Localized } from '#shared/localized.ts';
import { getMediaFileName } from '#shared/media/media-path.ts';
import { type Outcome, ok } from '#shared/outcome.ts';
import { type FileLockTx, lockStoredFiles, storeFileWithKnownHash } from './file-store.ts';
import type { InspectedImage, InspectedMedia, InspectedNonImageFile } from './inspect-media.ts';
import { files, images } from './media-tables.ts';

/**
 * The properties of a stored file that follow from its content and path. `bytes` contains only the number of bytes.
 * Name and alternative text are in `MediaWithDescription`.
 */
export type MediaFileProperties = (Omit<InspectedImage, 'bytes' | 'losses'> | Omit<InspectedNonImageFile, 'bytes'>) & {
  bytes: Pick<Uint8Array, 'byteLength'>;
};

interface MediaWithDescription {
  id: number;
  media: MediaFileProperties;
  /** Name of an image; by default its file name, which other files always have. */
  name?: string | undefined;
  /** Alternative text; for images only. */
  alt: Localized;
}

export const toMediaRows = (list: readonly MediaWithDescription[]): RowsOfTable[] => [
  createTableRows(
    images,
    list.flatMap(({ id, media, name, alt }) => {
      if (media.kind !== 'image') return [];
      const { path, hash, type, bytes, width, height, tint } = media;
      const row = { id, path, name: name ?? getMediaFileName(path), alt, hash, type, bytes: bytes.byteLength };
      return [{ ...row, width, height, tint }];
    }),
  ),
  createTableRows(
    files,
    list.flatMap(({ id, media: { kind, path, hash, type, bytes } }) =>
      // Files always keep their file name, because the weight and style of a font are inferred from it.
      kind === 'file' ? [{ id, path, name: getMediaFileName(path), hash, type, bytes: bytes.byteLength }] : [],
    ),
  ),
];

/** Ids below this are chosen by the authors of site content; ids from here on are derived from file paths. */
export const firstPathDerivedMediaId = 1_000_000;
const firstFileId = 1_000_000_000;
const endOfFileIds = 2_000_000_000;

/**
 * Generates candidates for the id of a media file, the preferred one first. They are derived from its path alone, so
 * that a file gets the same id in every import and every database. Images and other files have separate ranges of ids.
 */
export function* generateMediaIdCandidates({ path, kind }: Pick<InspectedMedia, 'path' | 'kind'>): Generator<number> {
  const [from, end] = kind === 'image' ? [firstPathDerivedMediaId, firstFileId] : [firstFileId, endOfFileIds];
  let id = from + (createHash('sha256').update(path).digest().readUInt32BE() % (end - from));
  for (;;) {
    yield id;
    id = id + 1 < end ? id + 1 : from;
  }
}

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
