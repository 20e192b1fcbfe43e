import { and, asc, desc, eq, lte, type SQL, sql } from 'drizzle-orm';
import { type ComparableValue, comparisonSql, textFilterSql } from '#server/api/database/filter-sql.ts';
import { localizedTextSql } from '#server/api/database/localized-sql.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { Lang } from '#shared/languages.ts';
import type { ListFilter, ListQuery } from '#shared/list-query.ts';
import type { ContentTypeTables } from './content-tables.ts';

export interface ContentReadContext {
  lang: Lang;
  siteLang: Lang;
  /** News with a publication date after this are excluded. */
  now: Date;
}

type Items = ContentTypeTables['items'];

const isPublished = (items: Items, now: Date): SQL => lte(items.publishedAt, now);

/** @returns one page of the published items and their total number */
export async function readContentList(
  tx: SiteTx,
  { items }: ContentTypeTables,
  query: ListQuery,
  { lang, siteLang, now }: ContentReadContext,
) {
  const title = localizedTextSql(items.title, lang, siteLang);
  const where = and(isPublished(items, now), ...query.filters.map((filter) => contentFilter(items, filter, title)));
  const order = query.orderBy?.field === 'title' ? title : sql`${items.publishedAt}`;
  const descending = query.orderBy?.descending ?? true;
  const total = await tx.$count(items, where);
  const rows = await tx
    .select()
    .from(items)
    .where(where)
    .orderBy(descending ? desc(order) : asc(order), desc(items.id))
    .limit(query.nbItem)
    .offset((query.page - 1) * query.nbItem);
  return { rows, total };
}

function contentFilter(items: Items, { field, operator, value }: ListFilter, title: SQL): SQL {
  if (field === 'promoted') return eq(items.promoted, value === true);
  if (field === 'title') return textFilterSql(title, operator, String(value));
  if (field === 'publishedAt') return comparisonSql(sql`${items.publishedAt}`, operator, value as ComparableValue);
  throw new Error(`content cannot be filtered by ${field}`);
}

export async function readContentItem(tx: SiteTx, { items, itemImages }: ContentTypeTables, id: number, now: Date) {
  const [row] = await tx
    .select()
    .from(items)
    .where(and(eq(items.id, id), isPublished(items, now)));
  if (!row) return null;
  const pictures = await tx
    .select({ imageId: itemImages.imageId })
    .from(itemImages)
    .where(eq(itemImages.itemId, id))
    .orderBy(asc(itemImages.position));
  return { row, imageIds: pictures.map(({ imageId }) => imageId) };
}
