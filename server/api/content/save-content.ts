import { saveRowsAndNotify } from '#server/api/changes/save-and-notify.ts';
import type { SaveOutcome } from '#server/api/database/save-rows.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { createTableRows, type TableRows } from '#server/api/database/table-rows.ts';
import { readEmbeddedImages } from '#server/api/media/read-text-images.ts';
import type { FindEmbeddedImage } from '#server/api/media/text-image.ts';
import { defineResource, type Resource } from '#server/api/resources/resource.ts';
import { renderRichText } from '#server/api/site/render-text.ts';
import { buildSearchText } from '#shared/build-search-text.ts';
import { ContentInput } from '#shared/content/content-input.ts';
import type { ContentTypeName } from '#shared/content/content-page-kinds.ts';
import { refuse } from '#shared/outcome.ts';
import { type ContentTypeTables, tablesByContentType } from './content-tables.ts';
import { isSlugTaken } from './is-slug-taken.ts';

export function toContentRows(
  { items, itemImages }: ContentTypeTables,
  list: readonly ContentInput[],
  findPicture: FindEmbeddedImage,
  updatedAt: Date,
): TableRows[] {
  return [
    createTableRows(
      items,
      list.map(({ images, image, body, publishedAt, ...columns }) => ({
        ...columns,
        html: renderRichText(body, findPicture),
        publishedAt: new Date(publishedAt),
        updatedAt,
        imageId: image,
        searchText: buildSearchText([columns.title, columns.summary]),
      })),
    ),
    createTableRows(
      itemImages,
      list.flatMap(({ id, images }) =>
        [...new Set(images)].map((imageId, position) => ({ itemId: id, imageId, position })),
      ),
      { itemId: list.map(({ id }) => id) },
    ),
  ];
}

/** Saves an item of a content type with its pictures. After a refusal the transaction must be rolled back. */
export async function saveContentItem(tx: SiteTx, type: ContentTypeName, item: ContentInput): Promise<SaveOutcome> {
  const tables = tablesByContentType[type];
  if (await isSlugTaken(tx, tables.items, item)) return refuse('already_exists', { values: { field: 'slug' } });
  const findPicture = await readEmbeddedImages(tx, item.body);
  return saveRowsAndNotify(tx, toContentRows(tables, [item], findPicture, new Date()));
}

/** Content types whose items have no fields of their own. */
const standardTypes: readonly ContentTypeName[] = ['news'];

export const contentTypeResources: readonly Resource[] = standardTypes.map((name) =>
  defineResource({
    name,
    table: tablesByContentType[name].items,
    key: 'id',
    keys: 'assigned',
    input: ContentInput,
    save: (tx, item) => saveContentItem(tx, name, item),
    parts: { images: { table: tablesByContentType[name].itemImages, by: 'itemId' } },
  }),
);
