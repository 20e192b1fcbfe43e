import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { ListFilter, ListQuery } from '#shared/list-query.ts';
import { services } from './services-tables.ts';

export type ServiceRow = typeof services.$inferSelect;

/** One page of the services in the estate's order, and their total number. */
export async function readServiceList(tx: SiteTx, { filters, page, nbItem }: ListQuery) {
  const where = and(...filters.map(tagFilter));
  const total = await tx.$count(services, where);
  const rows = await tx
    .select()
    .from(services)
    .where(where)
    .orderBy(asc(services.position), asc(services.id))
    .limit(nbItem)
    .offset((page - 1) * nbItem);
  return { rows, total };
}

/** Matches services with one of the tags (equal) or with none of them (different). */
function tagFilter({ operator, value }: ListFilter): SQL {
  const hasTag = sql`${services.tags} ?| ${sql.param([...(value as readonly string[])])}::text[]`;
  return operator === 'df:' ? sql`not (${hasTag})` : hasTag;
}

export async function readService(tx: SiteTx, id: number): Promise<ServiceRow | null> {
  const [row] = await tx.select().from(services).where(eq(services.id, id));
  return row ?? null;
}
