import { and, asc, eq } from 'drizzle-orm';
import type { PickLocalizedText } from '#server/api/contract/contract-route.ts';
import { tagFilterSql } from '#server/api/database/filter-sql.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readTagsOfListedItems } from '#server/api/site/read-tags-of-listed-items.ts';
import type { ListQuery } from '#shared/list-query.ts';
import type { ListFilterTag } from '#shared/list-tags.ts';
import { services } from './services-tables.ts';

export type ServiceRow = typeof services.$inferSelect;

/** Reads one page of the services with the wanted tags, in the estate's order, and their total number. */
export async function readServicePage(tx: SiteTx, { filters, page, nbItem }: ListQuery) {
  const where = and(...filters.map((filter) => tagFilterSql(services.tags, filter)));
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

export const readServiceTags = (tx: SiteTx, pickLanguage: PickLocalizedText): Promise<ListFilterTag[]> =>
  readTagsOfListedItems(tx, { table: services, column: services.tags }, undefined, pickLanguage);

export async function readService(tx: SiteTx, id: number): Promise<ServiceRow | null> {
  const [row] = await tx.select().from(services).where(eq(services.id, id));
  return row ?? null;
}
