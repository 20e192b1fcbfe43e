import { inArray } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { Localized } from '#shared/localized.ts';
import type { Image } from '#shared/media/image.ts';
import { files, images } from './media-tables.ts';

type ImageRow = typeof images.$inferSelect;

/** How much of a content's SHA-256 its address carries: another content, another address. */
const versionLength = 8;
export const contentVersion = (hash: string): string => hash.slice(0, versionLength);

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** A drawing is sent as it is; a picture goes through the image service. */
const imageUrl = ({ id, path, hash, type }: Pick<ImageRow, 'id' | 'path' | 'hash' | 'type'>): string =>
  type === 'image/svg+xml'
    ? `/file/${id}/${encodeURIComponent(nameOf(path))}?v=${contentVersion(hash)}`
    : `/image/${id}?v=${contentVersion(hash)}`;

/** Pictures by id, for whoever names some; ids that are none are absent. */
export async function imagesById(
  tx: SiteTx,
  ids: Iterable<number | null>,
  pickLanguage: (text: Localized) => string,
): Promise<Map<number, Image>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  if (wanted.length === 0) return new Map();
  const rows = await tx.select().from(images).where(inArray(images.id, wanted));
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
        url: imageUrl(row),
        width: row.width,
        height: row.height,
        tint: row.tint,
      },
    ]),
  );
}

/** Fonts and videos by id, each with its own name and address. */
export async function filesById(
  tx: SiteTx,
  ids: Iterable<number>,
): Promise<Map<number, { name: string; url: string }>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const rows = await tx
    .select({ id: files.id, name: files.name, hash: files.hash })
    .from(files)
    .where(inArray(files.id, wanted));
  return new Map(
    rows.map(({ id, name, hash }) => [
      id,
      { name, url: `/file/${id}/${encodeURIComponent(name)}?v=${contentVersion(hash)}` },
    ]),
  );
}
