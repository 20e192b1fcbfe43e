import { saveRowsAndNotify } from '#server/api/changes/save-and-notify.ts';
import type { SaveOutcome } from '#server/api/database/save-rows.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { createTableRows, type TableRows } from '#server/api/database/table-rows.ts';
import { readEmbeddedImages } from '#server/api/media/read-text-images.ts';
import type { FindEmbeddedImage } from '#server/api/media/text-image.ts';
import { defineResource } from '#server/api/resources/resource.ts';
import { AlbumInput } from '#shared/content/album-input.ts';
import { refuse } from '#shared/outcome.ts';
import { albumMedia } from './album-tables.ts';
import { albums, tablesByContentType } from './content-tables.ts';
import { isSlugTaken } from './is-slug-taken.ts';
import { toContentRows } from './save-content.ts';

export const toAlbumRows = (
  list: readonly AlbumInput[],
  findPicture: FindEmbeddedImage,
  updatedAt: Date,
): TableRows[] => [
  ...toContentRows(
    tablesByContentType.albums,
    list.map(({ media: _media, ...item }) => ({ ...item, images: [] })),
    findPicture,
    updatedAt,
  ),
  createTableRows(
    albumMedia,
    list.flatMap(({ id, media }) =>
      media.map(({ image, video, caption }, position) => ({
        albumId: id,
        position,
        imageId: image,
        fileId: video,
        caption,
      })),
    ),
    { albumId: list.map(({ id }) => id) },
  ),
];

/** Saves an album with its pictures and videos. */
export async function saveAlbum(tx: SiteTx, album: AlbumInput): Promise<SaveOutcome> {
  if (await isSlugTaken(tx, albums, album)) return refuse('already_exists', { values: { field: 'slug' } });
  const findPicture = await readEmbeddedImages(tx, album.body);
  return saveRowsAndNotify(tx, toAlbumRows([album], findPicture, new Date()));
}

export const albumResource = defineResource({
  name: 'album',
  table: albums,
  key: 'id',
  keys: 'assigned',
  input: AlbumInput,
  save: saveAlbum,
  parts: { media: { table: albumMedia, by: 'albumId' } },
});
