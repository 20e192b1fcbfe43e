import { and, asc, count, eq, inArray, isNotNull } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { files } from '#server/api/media/media-tables.ts';
import type { ListQuery } from '#shared/list-query.ts';
import { albumMedia } from './album-tables.ts';

/** Counts the pictures and videos in each of the albums. */
export async function countAlbumMedia(tx: SiteTx, albums: readonly number[]): Promise<Map<number, number>> {
  if (albums.length === 0) return new Map();
  const rows = await tx
    .select({ album: albumMedia.albumId, media: count() })
    .from(albumMedia)
    .where(inArray(albumMedia.albumId, [...albums]))
    .groupBy(albumMedia.albumId);
  return new Map(rows.map(({ album, media }) => [album, media]));
}

/** Returns the id of the first picture, or poster of a video, of each of the albums that contain one. */
export async function readFirstPictureIds(tx: SiteTx, albums: readonly number[]): Promise<Map<number, number>> {
  if (albums.length === 0) return new Map();
  const rows = await tx
    .selectDistinctOn([albumMedia.albumId], { album: albumMedia.albumId, imageId: albumMedia.imageId })
    .from(albumMedia)
    .where(and(inArray(albumMedia.albumId, [...albums]), isNotNull(albumMedia.imageId)))
    .orderBy(asc(albumMedia.albumId), asc(albumMedia.position));
  return new Map(rows.flatMap(({ album, imageId }) => (imageId === null ? [] : [[album, imageId] as const])));
}

/** Reads one page of an album's pictures and videos, with the files of the videos. */
export const readAlbumMediaPage = (tx: SiteTx, album: number, { page, nbItem }: ListQuery) =>
  tx
    .select({
      caption: albumMedia.caption,
      imageId: albumMedia.imageId,
      video: { id: files.id, name: files.name, hash: files.hash, type: files.type, bytes: files.bytes },
    })
    .from(albumMedia)
    .leftJoin(files, eq(files.id, albumMedia.fileId))
    .where(eq(albumMedia.albumId, album))
    .orderBy(asc(albumMedia.position))
    .limit(nbItem)
    .offset((page - 1) * nbItem);
