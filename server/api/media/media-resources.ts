import { eq, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import { saveRows } from '#server/api/changes/save-rows.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { createTableRows, deleteRowByProperty, type SaveOutcome } from '#server/api/database/table-rows.ts';
import { defineResource, type Resource } from '#server/api/resources/resource.ts';
import { fileResourceSpec, type ImageInput, imageResourceSpec } from '#shared/media/media-resource-specs.ts';
import { refuse } from '#shared/outcome.ts';
import { buildFileUrl, buildStoredImageUrl, type StoredImage } from './media.ts';
import { files, images } from './media-tables.ts';

/** A reference to an image (`image`), or to a font or video (`file`). */
export interface MediaRef {
  kind: 'image' | 'file';
  id: number;
}

interface MediaUse {
  /** Name of the item's resource, such as `product`. */
  resource: string;
  /** The item's key; empty for an item that a site has only once, such as its theme. */
  key: string;
}

const maxListedUses = 100;

/** Finds the items that use an image or file: by a foreign key, by its id in JSON, or by its URL in a text. */
export async function findMediaUses(tx: SiteTx, resources: readonly Resource[], media: MediaRef): Promise<MediaUse[]> {
  const searches = resources.flatMap(({ name, table, key, column = key, parts = {} }) =>
    [{ table, foreignKey: column }, ...Object.values(parts)].flatMap(({ table: searched, foreignKey }) => {
      const found = searched ? mediaConditions(searched, media) : [];
      if (!searched || found.length === 0) return [];
      const itemKey = foreignKey ? sql`${columnOf(searched, foreignKey)}::text` : sql`''`;
      return [sql`select ${name} as resource, ${itemKey} as key from ${searched} where ${sql.join(found, sql` or `)}`];
    }),
  );
  if (searches.length === 0) return [];
  const { rows } = await tx.execute<{ resource: string; key: string }>(
    sql`${sql.join(searches, sql` union `)} order by 1, 2 limit ${maxListedUses}`,
  );
  return rows.map(({ resource, key }) => ({ resource, key }));
}

function columnOf(table: PgTable, property: string): PgColumn {
  const column = (table as unknown as Record<string, PgColumn | undefined>)[property];
  if (!column) throw new Error(`the table has no property ${property}`);
  return column;
}

function mediaConditions(table: PgTable, media: MediaRef): SQL[] {
  const { columns, foreignKeys } = getTableConfig(table);
  const mediaTable = media.kind === 'image' ? images : files;
  const references = foreignKeys
    .map((foreignKey) => foreignKey.reference())
    .filter(({ foreignTable }) => foreignTable === mediaTable)
    .flatMap((reference) => reference.columns.filter((_, index) => reference.foreignColumns[index] === mediaTable.id));
  return [
    ...references.map((column) => sql`${column} = ${media.id}`),
    ...columns.filter((column) => column.getSQLType() === 'jsonb').flatMap((column) => jsonConditions(column, media)),
  ];
}

function jsonConditions(column: PgColumn, { kind, id }: MediaRef): SQL[] {
  // Sections and videos refer to media as `{ "image": 1 }` or `{ "file": 1 }`, at any depth.
  const path = kind === 'image' ? '$.** ? (@.image == $id)' : '$.** ? (@.file == $id)';
  const variables = JSON.stringify({ id });
  // SVGs are images, but are served as files.
  const urlPattern = kind === 'image' ? `/(image|file)/${id}[^0-9]` : `/file/${id}[^0-9]`;
  return [
    sql`jsonb_path_exists(${column}, ${path}::jsonpath, ${variables}::jsonb)`,
    sql`${column}::text ~ ${urlPattern}`,
    // The files of a font are a list of ids.
    ...(kind === 'file' && column.name === 'files' ? [sql`${column} @> ${JSON.stringify([id])}::jsonb`] : []),
  ];
}

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
