import { type SQL, sql } from 'drizzle-orm';
import { editableResources } from '#server/api/api-resources.ts';
import {
  type ItemRef,
  raiseItemRevisions,
  recordRecreationsOfDeletedItems,
} from '#server/api/database/row-revisions.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { getTableShape, joinSqlWithCommas, type TableShape } from '#server/api/database/table-rows.ts';
import { toRevisionKind } from '#server/api/resources/resource.ts';

interface ItemOfRows {
  kind: string;
  columns: readonly string[];
  /** True if the row is the item itself; false if it is a part of the item. */
  isItem: boolean;
}

/**
 * The items to which the rows of each table belong. Stock and price history are not included, because they change
 * without an edit by staff.
 */
const itemsByTable: ReadonlyMap<string, ItemOfRows> = new Map(
  editableResources.flatMap((resource) => {
    const kind = toRevisionKind(resource);
    const parts = Object.values(resource.parts ?? {}).map(({ table, foreignKey }): [string, ItemOfRows] => {
      const shape = getTableShape(table);
      const columns = [...shape.properties].flatMap(([column, property]) => (property === foreignKey ? [column] : []));
      return [shape.name, { kind, columns, isItem: false }];
    });
    if (!resource.table) return parts;
    const shape = getTableShape(resource.table);
    return [[shape.name, { kind, columns: shape.key, isItem: true }] as [string, ItemOfRows], ...parts];
  }),
);

/** Returns an SQL expression for the key of the item to which a row belongs. The table's alias is `t`. */
export function createItemKeySql({ name }: TableShape): SQL {
  const columns = itemsByTable.get(name)?.columns ?? [];
  return columns.length === 0
    ? sql`'[]'`
    : sql`jsonb_build_array(${joinSqlWithCommas(columns.map((column) => sql`t.${sql.identifier(column)}`))})::text`;
}

/**
 * Returns an SQL condition that is true if a revert of a row's item is pending, so that the import replaces the item.
 * The table's alias is `t`.
 */
export function isRevertPendingSql(shape: TableShape): SQL {
  const items = itemsByTable.get(shape.name);
  return items
    ? sql`exists (select from row_revisions h
             where h.kind = ${items.kind} and h.key = ${createItemKeySql(shape)} and h.revert_requested_at is not null)`
    : sql`false`;
}

/** Collects the items that an import changes, and raises their revisions at the end. */
export class ImportItemRevisions {
  readonly #added = new Map<string, ItemRef>();
  readonly #changed = new Map<string, ItemRef>();

  record({ name }: TableShape, rows: readonly { item: string; isAdded?: boolean }[]): void {
    const items = itemsByTable.get(name);
    if (!items) return;
    for (const { item, isAdded = false } of rows) {
      const into = isAdded && items.isItem ? this.#added : this.#changed;
      into.set(`${items.kind} ${item}`, { kind: items.kind, key: item });
    }
  }

  /**
   * Raises the revisions of changed items, and of added ones that had been deleted. Other added items are left out:
   * without a record, an item has revision 0.
   */
  async save(tx: SiteTx): Promise<void> {
    await recordRecreationsOfDeletedItems(tx, [...this.#added.values()]);
    await raiseItemRevisions(
      tx,
      [...this.#changed].flatMap(([key, ref]) => (this.#added.has(key) ? [] : [ref])),
    );
  }
}
