import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { findSlugOwners } from '#server/api/database/slug-owners.ts';
import {
  createTableRows,
  type RowsOfTable,
  type SaveOutcome,
  type StoredRowWithoutSiteId,
} from '#server/api/database/table-rows.ts';
import { type FindTextImageAttributes, readEmbeddedImageLookup } from '#server/api/media/text-images.ts';
import { refuseFirstItemIssue } from '#server/api/resources/refuse-first-item-issue.ts';
import { defineResource } from '#server/api/resources/resource.ts';
import { type AlbumInput, albumResourceSpec } from '#shared/content/content-input.ts';
import { findTakenSlugIssues } from '#shared/find-taken-slug-issues.ts';
import { albumMedia, albums, tablesByArticleType } from './content-tables.ts';
import {
  contentInputsToItemRows,
  contentItemRowToInput,
  type StoredContentItem,
  saveContentRows,
} from './save-content.ts';

export const toAlbumRows = (
  list: readonly AlbumInput[],
  findPicture: FindTextImageAttributes,
  updatedAt: Date,
): RowsOfTable[] => [
  ...contentInputsToItemRows(
    tablesByArticleType.albums,
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

export async function saveAlbum(tx: SiteTx, album: AlbumInput): Promise<SaveOutcome> {
  const refusal = refuseFirstItemIssue(findTakenSlugIssues(album, await findSlugOwners(tx, albums, album)));
  if (refusal) return refusal;
  const findPicture = await readEmbeddedImageLookup(tx, album.body);
  return saveContentRows(tx, toAlbumRows([album], findPicture, new Date()));
}

type StoredAlbum = Omit<StoredContentItem, 'images'> & { media: StoredRowWithoutSiteId<typeof albumMedia>[] };

function toAlbumInput({ media, ...album }: StoredAlbum): AlbumInput {
  const { images: _images, ...input } = contentItemRowToInput({ ...album, images: [] });
  return { ...input, media: media.map(({ imageId, fileId, caption }) => ({ image: imageId, video: fileId, caption })) };
}

export const albumResource = defineResource({
  ...albumResourceSpec,
  table: albums,
  save: saveAlbum,
  toInput: toAlbumInput,
  parts: { media: { table: albumMedia, foreignKey: 'albumId' } },
});
