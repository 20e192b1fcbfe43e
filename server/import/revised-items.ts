import { type SQL, sql } from 'drizzle-orm';
import { editableResources } from '#server/api/api-resources.ts';
import { type ItemRef, raiseItemRevisions, restoreItemRevisions } from '#server/api/database/row-revisions.ts';
import { joinSql } from '#server/api/database/row-sql.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readTableShape, type TableShape } from '#server/api/database/table-shape.ts';
import { toResourceKind } from '#server/api/resources/resource.ts';

interface ItemOfRows {
  kind: string;
  /** The columns of a row that are the key of its item. */
  columns: readonly string[];
  /** False for rows that are parts of an item. */
  isItem: boolean;
}

/** Table → the items to which its rows belong. Stock and price history change without staff and belong to none. */
const itemsByTable: ReadonlyMap<string, ItemOfRows> = new Map(
  editableResources.flatMap((resource) => {
    const kind = toResourceKind(resource);
    const parts = Object.values(resource.parts ?? {}).map(({ table, by }): [string, ItemOfRows] => {
      const shape = readTableShape(table);
      const columns = [...shape.properties].flatMap(([column, property]) => (property === by ? [column] : []));
      return [shape.name, { kind, columns, isItem: false }];
    });
    if (!resource.table) return parts;
    const shape = readTableShape(resource.table);
    return [[shape.name, { kind, columns: shape.key, isItem: true }] as [string, ItemOfRows], ...parts];
  }),
);

/** SQL for the key of the item to which a row of alias `t` belongs. */
export function itemKeySql({ name }: TableShape): SQL {
  const columns = itemsByTable.get(name)?.columns ?? [];
  return columns.length === 0
    ? sql`'[]'`
    : sql`jsonb_build_array(${joinSql(columns.map((column) => sql`t.${sql.identifier(column)}`))})::text`;
}

/** Collects the items that an import changes, whose revisions it raises at the end. */
export class ChangedItemRevisions {
  readonly #added = new Map<string, ItemRef>();
  readonly #changed = new Map<string, ItemRef>();

  record({ name }: TableShape, rows: readonly { item: string; added?: boolean }[]): void {
    const items = itemsByTable.get(name);
    if (!items) return;
    for (const { item, added = false } of rows) {
      const into = added && items.isItem ? this.#added : this.#changed;
      into.set(`${items.kind} ${item}`, { kind: items.kind, key: item });
    }
  }

  /** New items need no record: without one, an item has revision 0. */
  async save(tx: SiteTx): Promise<void> {
    await restoreItemRevisions(tx, [...this.#added.values()]);
    await raiseItemRevisions(
      tx,
      [...this.#changed].flatMap(([key, ref]) => (this.#added.has(key) ? [] : [ref])),
    );
  }
}
