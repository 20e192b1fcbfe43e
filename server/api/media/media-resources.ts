import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { saveRowsAndNotify } from '#server/api/changes/save-and-notify.ts';
import { deleteRow, type SaveOutcome } from '#server/api/database/save-rows.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { createTableRows } from '#server/api/database/table-rows.ts';
import { defineResource, type Resource } from '#server/api/resources/resource.ts';
import { Id } from '#shared/input-fields.ts';
import { Localized } from '#shared/localized.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { findMediaUses, type MediaRef } from './find-media-uses.ts';
import { files, images } from './media-tables.ts';

const ImageInput = z.strictObject({ id: Id, name: z.string().min(1).max(200), alt: Localized });
const FileInput = z.strictObject({ id: Id });

/**
 * Defines how staff edits images, and how it removes images, fonts and videos. `saveMediaRow` creates them, because
 * creating one requires an upload. The stored bytes of a removed item stay, because other sites may share them.
 * @param users The kinds of items that can use an image or file.
 */
export const createMediaResources = (users: readonly Resource[]): Resource[] => [
  defineResource({
    name: 'image',
    table: images,
    key: 'id',
    keys: 'chosen',
    input: ImageInput,
    save: saveImageDescription,
    remove: (tx, key) => removeMedia(tx, users, { kind: 'image', id: Number(key) }),
  }),
  defineResource({
    name: 'file',
    table: files,
    key: 'id',
    keys: 'chosen',
    input: FileInput,
    // A file has nothing to edit: weight and style of a font are inferred from its name.
    save: async (tx, { id }) => ((await tx.$count(files, eq(files.id, id))) ? ok(null) : refuse('unknown_reference')),
    remove: (tx, key) => removeMedia(tx, users, { kind: 'file', id: Number(key) }),
  }),
];

async function saveImageDescription(tx: SiteTx, { id, ...description }: z.infer<typeof ImageInput>) {
  const [row] = await tx.select().from(images).where(eq(images.id, id));
  if (!row) return refuse('unknown_reference');
  const { siteId: _, ...stored } = row;
  return saveRowsAndNotify(tx, [createTableRows(images, [{ ...stored, ...description }])]);
}

/** Removes an image or file, unless an item of the site uses it. */
async function removeMedia(tx: SiteTx, users: readonly Resource[], media: MediaRef): Promise<SaveOutcome> {
  const [first, ...others] = await findMediaUses(tx, users, media);
  if (first)
    return refuse('still_referenced', {
      values: { resource: first.resource, key: first.key, uses: others.length + 1 },
    });
  return deleteRow(tx, media.kind === 'image' ? images : files, 'id', media.id);
}
