import { type SQL, sql } from 'drizzle-orm';

/**
 * SQL expression for the hash of the current values of `columns` in the row with the alias `t`; empty if the row
 * consists of its key only.
 */
export const hashOfRowSql = (columns: SQL): SQL => sql`coalesce(
  md5((select jsonb_object_agg(c, to_jsonb(t) -> c) from jsonb_array_elements_text(${columns}) c)::text), '')`;
