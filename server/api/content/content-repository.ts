import { and, asc, desc, eq, lte, type SQL, sql } from 'drizzle-orm';
import {
  type ComparableNumberOrDate,
  comparisonSql,
  foldedTextContainsWordsSql,
  localizedTextSql,
  tagFilterSql,
  textFilterSql,
} from '#server/api/database/filter-sql.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { Lang } from '#shared/languages.ts';
import type { FilterOperator, ListFilter, ListQuery } from '#shared/list-query.ts';
import type { ArticleTables } from './content-tables.ts';

export interface ContentReadContext {
  lang: Lang;
  siteLang: Lang;
  /** The current time. Items with a later publication date are not published yet and left out. */
  now: Date;
}

type Items = ArticleTables['items'];

export const buildIsPublishedSql = (items: Items, now: Date): SQL => lte(items.publishedAt, now);

/** @param restriction A further condition on the items. */
export async function readPublishedContent(
  tx: SiteTx,
  { items }: ArticleTables,
  query: ListQuery,
  { lang, siteLang, now }: ContentReadContext,
  restriction?: SQL,
) {
  const title = localizedTextSql(items.title, lang, siteLang);
  const where = and(
    restriction,
    buildIsPublishedSql(items, now),
    ...query.filters.map((filter) => contentFilter(items, filter, title)),
  );
  const order = query.orderBy?.field === 'title' ? title : sql`${items.publishedAt}`;
  const isDescending = query.orderBy?.isDescending ?? true;
  const total = await tx.$count(items, where);
  const rows = await tx
    .select()
    .from(items)
    .where(where)
    .orderBy(isDescending ? desc(order) : asc(order), desc(items.id))
    .limit(query.nbItem)
    .offset((query.page - 1) * query.nbItem);
  return { rows, total };
}

function contentFilter(items: Items, { field, operator, value }: ListFilter, title: SQL): SQL {
  if (field === 'promoted') return eq(items.promoted, value === true);
  if (field === 'title') return textFilterSql(title, operator, String(value));
  if (field === 'search') return searchSql(items, operator, String(value));
  if (field === 'publishedAt')
    return comparisonSql(sql`${items.publishedAt}`, operator, value as ComparableNumberOrDate);
  if (field === 'tag') return tagFilterSql(items.tags, { field, operator, value });
  throw new Error(`content cannot be filtered by ${field}`);
}

/** Matches items that contain every word, in any language; with the operator `df:`, all other items. */
function searchSql(items: Items, operator: FilterOperator, value: string): SQL {
  const contains = foldedTextContainsWordsSql(sql`${items.searchText}`, value);
  return operator === 'df:' ? sql`not (${contains})` : sql`(${contains})`;
}

export async function readPublishedContentItem(
  tx: SiteTx,
  { items, itemImages }: ArticleTables,
  id: number,
  now: Date,
) {
  const [row] = await tx
    .select()
    .from(items)
    .where(and(eq(items.id, id), buildIsPublishedSql(items, now)));
  if (!row) return null;
  const pictures = await tx
    .select({ imageId: itemImages.imageId })
    .from(itemImages)
    .where(eq(itemImages.itemId, id))
    .orderBy(asc(itemImages.position));
  return { row, imageIds: pictures.map(({ imageId }) => imageId) };
}
