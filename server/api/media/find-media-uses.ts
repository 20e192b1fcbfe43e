import { type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { Resource } from '#server/api/resources/resource.ts';
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
    ...columns.filter(({ dataType }) => dataType === 'json').flatMap((column) => jsonConditions(column, media)),
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
