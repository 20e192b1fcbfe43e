import { eq } from 'drizzle-orm';
import { idsPlaceholder, isOneOfIds } from '#server/api/database/filter-sql.ts';
import { preparedRead } from '#server/api/database/prepared-read.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { Localized } from '#shared/localized.ts';
import type { Image } from '#shared/media/image.ts';
import { getMediaFileName } from '#shared/media/media-path.ts';
import { files, images } from './media-tables.ts';

export type StoredImage = typeof images.$inferSelect;

export async function readImage(tx: SiteTx, id: number): Promise<StoredImage | null> {
  const [row] = await tx.select().from(images).where(eq(images.id, id));
  return row ?? null;
}

const versionLength = 8;

/**
 * Returns the version for the URL of a file: the start of the SHA-256 of its content, so that changed content gets
 * another URL.
 */
export const toUrlVersion = (hash: string): string => hash.slice(0, versionLength);

/**
 * Builds the URL of a stored image. SVGs are served unchanged as files; all other images go through the image route,
 * which converts them.
 */
export const buildStoredImageUrl = ({
  id,
  path,
  hash,
  type,
}: Pick<StoredImage, 'id' | 'path' | 'hash' | 'type'>): string =>
  type === 'image/svg+xml'
    ? `/file/${id}/${encodeURIComponent(getMediaFileName(path))}?v=${toUrlVersion(hash)}`
    : `/image/${id}?v=${toUrlVersion(hash)}`;

const imagesOf = preparedRead<(typeof images.$inferSelect)[], { ids: readonly number[] }>((db) =>
  db.select().from(images).where(isOneOfIds(images.id, idsPlaceholder)),
);

const filesOf = preparedRead<{ id: number; name: string; hash: string }[], { ids: readonly number[] }>((db) =>
  db
    .select({ id: files.id, name: files.name, hash: files.hash })
    .from(files)
    .where(isOneOfIds(files.id, idsPlaceholder)),
);

/** Reads images by id. Unknown ids are absent from the result. */
export async function readImagesById(
  tx: SiteTx,
  ids: Iterable<number | null>,
  pickLanguage: (text: Localized) => string,
): Promise<Map<number, Image>> {
  const uniqueIds = [...new Set(ids)].filter((id) => id !== null);
  if (uniqueIds.length === 0) return new Map();
  const rows = await imagesOf(tx, { ids: uniqueIds });
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        name: row.name,
        alt: pickLanguage(row.alt),
        externalId: null,
        externalType: null,
        externalPath: null,
        url: buildStoredImageUrl(row),
        width: row.width,
        height: row.height,
        tint: row.tint,
      },
    ]),
  );
}

/** Builds the URL of a font, video, PDF or SVG, which are served unchanged. */
export const buildFileUrl = ({ id, name, hash }: { id: number; name: string; hash: string }): string =>
  `/file/${id}/${encodeURIComponent(name)}?v=${toUrlVersion(hash)}`;

export async function readFilesById(
  tx: SiteTx,
  ids: Iterable<number>,
): Promise<Map<number, { name: string; url: string }>> {
  const uniqueIds = [...new Set(ids)];
  if (uniqueIds.length === 0) return new Map();
  const rows = await filesOf(tx, { ids: uniqueIds });
  return new Map(rows.map((file) => [file.id, { name: file.name, url: buildFileUrl(file) }]));
}
