import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { SiteTx } from './site-transaction.ts';
import { getTableShape } from './table-rows.ts';

/**
 * Returns the SQL expression for the hash of the current values of `columns` in the row with the alias `t`. The
 * hash is an empty text if the row consists of its key only.
 */
export const rowHashSql = (columns: SQL): SQL => sql`coalesce(
  md5((select jsonb_object_agg(c, to_jsonb(t) -> c) from jsonb_array_elements_text(${columns}) c)::text), '')`;

/** Finds those of `ids` whose rows have not changed since an import wrote them. */
export async function filterUneditedIds(tx: SiteTx, table: PgTable, ids: readonly number[]): Promise<number[]> {
  const { name } = getTableShape(table);
  const { rows } = await tx.execute<{ id: number }>(sql`
    select t.id from ${sql.identifier(name)} t join import_rows i
        on i.site_id = t.site_id and i.table_name = ${name} and i.key = jsonb_build_array(t.id)::text
     where t.id = any(${sql.param([...ids])}) and i.hash = ${rowHashSql(sql`i.columns`)}`);
  return rows.map(({ id }) => id);
}

/** Records the current state of rows as imported, so that the next import does not treat them as edited by staff. */
export async function markAsImported(tx: SiteTx, table: PgTable, ids: readonly number[]): Promise<void> {
  const { name } = getTableShape(table);
  await tx.execute(sql`
    update import_rows i set hash = ${rowHashSql(sql`i.columns`)}
      from ${sql.identifier(name)} t
     where i.table_name = ${name} and t.id = any(${sql.param([...ids])})
       and i.site_id = t.site_id and i.key = jsonb_build_array(t.id)::text`);
}
