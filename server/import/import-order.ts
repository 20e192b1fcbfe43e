import { type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import { editableResources } from '#server/api/api-resources.ts';
import { priceHistory, stock } from '#server/api/catalogue/catalogue-tables.ts';
import { tablesByArticleType } from '#server/api/content/content-tables.ts';
import { getTableShape } from '#server/api/database/table-rows.ts';
import { newsletterIssues } from '#server/api/newsletter/newsletter-tables.ts';

/** Sorts tables so that referenced tables come before those that refer to them. */
function sortByReferences(tables: readonly PgTable[]): PgTable[] {
  const byName = new Map(tables.map((table) => [getTableConfig(table).name, table]));
  const sorted = new Set<PgTable>();
  const add = (table: PgTable): void => {
    if (sorted.has(table)) return;
    const { name, parents } = getTableShape(table);
    for (const parent of parents) {
      const parentTable = parent.table === name ? undefined : byName.get(parent.table);
      if (parentTable) add(parentTable);
    }
    sorted.add(table);
  };
  for (const table of tables) add(table);
  return [...sorted];
}

/** The tables with the rows of `toSiteFolderRows`. Referenced tables come before those that refer to them. */
export const tablesInImportOrder: readonly PgTable[] = sortByReferences([
  ...editableResources.flatMap(({ table, parts = {} }) => [
    ...(table ? [table] : []),
    ...Object.values(parts).map((part) => part.table),
  ]),
  ...Object.values(tablesByArticleType).map(({ itemImages }) => itemImages),
  stock,
  priceHistory,
]);

/**
 * Columns with the time of a row's last change. They are ignored when rows are compared, so that a row without other
 * differences is not updated.
 */
export const ignoredTimestampColumns: ReadonlySet<string> = new Set(['updated_at']);

/**
 * Columns that are not part of a row's hash: those that are computed from other rows, because a change there is not an
 * edit by staff, and the time of archiving, which `write-rows.ts` checks separately.
 */
export const unhashedColumnNames: ReadonlySet<string> = new Set(['search_text', 'archived_at']);

/**
 * Tables whose rows change although staff edit nothing: stock with every order, price history with every price. Such a
 * change does not prevent the removal of a row that the folder no longer contains.
 */
export const tablesChangedWithoutStaffEdits: ReadonlySet<PgTable> = new Set<PgTable>([stock, priceHistory]);

/**
 * SQL conditions for the rows that no import changes, not even with `shouldOverwrite`: stock that has moved, and
 * newsletter issues that are scheduled or were sent. The table's alias is `t`.
 */
export const protectedRowConditions: ReadonlyMap<PgTable, SQL> = new Map<PgTable, SQL>([
  [stock, sql`t.last_moved_at is not null`],
  [newsletterIssues, sql`t.state <> 'DRAFT'`],
]);
