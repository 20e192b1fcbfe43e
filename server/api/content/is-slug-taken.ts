import { and, ne, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { ContentInput } from '#shared/content/content-input.ts';
import type { blogFolders } from './blog-tables.ts';
import type { ContentTypeTables } from './content-tables.ts';

/** Checks whether another row has the slug in any language, which a table constraint cannot express. */
export async function isSlugTaken(
  tx: SiteTx,
  table: ContentTypeTables['items'] | typeof blogFolders,
  { id, slug }: Pick<ContentInput, 'id' | 'slug'>,
): Promise<boolean> {
  const slugs = typeof slug === 'string' ? [slug] : Object.values(slug);
  const isTaken = sql`exists (
    select from jsonb_each_text(
      case jsonb_typeof(${table.slug}) when 'string' then jsonb_build_object('', ${table.slug}) else ${table.slug} end) as s
     where s.value = any(${sql.param(slugs)}))`;
  return (await tx.$count(table, and(ne(table.id, id), isTaken))) > 0;
}
