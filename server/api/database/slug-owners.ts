import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { listSlugsInAllLanguages } from '#shared/find-taken-slug-issues.ts';
import type { Localized } from '#shared/localized.ts';
import type { SiteTx } from './site-transaction.ts';

/** Finds the other rows of a table that have one of an item's slugs in any language: their ids by slug. */
export async function findSlugOwners(
  tx: SiteTx,
  table: PgTable & { id: PgColumn; slug: PgColumn },
  { id, slug }: { id: number; slug: Localized },
): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ slug: string; id: number }>(sql`
    select s.value as slug, ${table.id} as id
      from ${table} cross join lateral jsonb_each_text(${slugByLanguageSql(table.slug)}) as s
     where s.value = any(${sql.param(listSlugsInAllLanguages(slug))}) and ${table.id} <> ${id}`);
  return new Map(rows.map((row) => [row.slug, row.id]));
}

/** SQL expression for a slug as an object; a slug of all languages has the empty key. */
const slugByLanguageSql = (slug: PgColumn): SQL =>
  sql`case jsonb_typeof(${slug}) when 'string' then jsonb_build_object('', ${slug}) else ${slug} end`;
