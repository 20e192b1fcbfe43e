import { eq } from 'drizzle-orm';
import { saveRows } from '#server/api/changes/save-rows.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { createTableRows, deleteRowByProperty, type SaveOutcome } from '#server/api/database/table-rows.ts';
import { defineResource, type Resource } from '#server/api/resources/resource.ts';
import { fileResourceSpec, type ImageInput, imageResourceSpec } from '#shared/media/media-resource-specs.ts';
import { refuse } from '#shared/outcome.ts';
import { findMediaUses, type MediaRef } from './find-media-uses.ts';
import { buildFileUrl, buildStoredImageUrl } from './media.ts';
import type { StoredImage } from './media-repository.ts';
import { files, images } from './media-tables.ts';

/**
 * Defines how staff edit images, and how they remove images, fonts, videos and PDFs. Creating an item requires an upload, for
 * which `saveMediaRow` is used. The job `delete-unused-files` later deletes the stored bytes of removed items, because
 * other sites may share them.
 */
export const createMediaResources = (users: readonly Resource[]): Resource[] => [
  defineResource({
    ...imageResourceSpec,
    table: images,
    describe: (stored) => {
      const { path, type, bytes, width, height, ...image } = stored as StoredImage;
      return { url: buildStoredImageUrl({ ...image, path, type }), path, type, bytes, width, height };
    },
    save: (tx, { id, ...description }) => saveDescription(tx, images, id, description),
    remove: (tx, key) => removeMedia(tx, users, { kind: 'image', id: Number(key) }),
  }),
  defineResource({
    ...fileResourceSpec,
    table: files,
    describe: (stored) => {
      const { path, name, type, bytes, ...file } = stored as typeof files.$inferSelect;
      return { url: buildFileUrl({ ...file, name }), path, name, type, bytes };
    },
    save: (tx, { id }) => saveDescription(tx, files, id, {}),
    remove: (tx, key) => removeMedia(tx, users, { kind: 'file', id: Number(key) }),
  }),
];

async function saveDescription(
  tx: SiteTx,
  table: typeof images | typeof files,
  id: number,
  description: Partial<ImageInput>,
): Promise<SaveOutcome> {
  const [row] = await tx
    .select()
    .from(table as typeof files)
    .where(eq(table.id, id));
  if (!row) return refuse('unknown_reference', { values: { field: 'id' } });
  const { siteId: _, ...stored } = row;
  return saveRows(tx, [createTableRows(table, [{ ...stored, ...description }])]);
}

/**
 * Removes an image or file, unless an item of the site uses it. The row is locked before its uses are searched. A save
 * that refers to the image or file locks the same row, so either the search finds the saved item or the save finds no
 * row.
 */
async function removeMedia(tx: SiteTx, users: readonly Resource[], media: MediaRef): Promise<SaveOutcome> {
  const table = media.kind === 'image' ? images : files;
  await tx
    .select({ id: table.id })
    .from(table as typeof files)
    .where(eq(table.id, media.id))
    .for('update');
  const [first, ...others] = await findMediaUses(tx, users, media);
  if (first)
    return refuse('still_referenced', {
      values: { resource: first.resource, key: first.key, uses: others.length + 1 },
    });
  return deleteRowByProperty(tx, table, 'id', media.id);
}
