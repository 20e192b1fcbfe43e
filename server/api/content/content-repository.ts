import { and, asc, desc, eq, lte, type SQL, sql } from 'drizzle-orm';
import { type Comparable, compareSql, textFilterSql } from '#server/api/database/filter-sql.ts';
import { localizedSql } from '#server/api/database/localized-sql.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { Lang } from '#shared/languages.ts';
import type { ListFilter, ListQuery } from '#shared/list-query.ts';
import { news, newsImages } from './content-tables.ts';

export interface NewsReadContext {
  lang: Lang;
  siteLang: Lang;
  /** News with a publication date after this are excluded. */
  now: Date;
}

const isPublished = (now: Date): SQL => lte(news.publishedAt, now);

/** @returns one page of the published news and their total number */
export async function readNewsList(tx: SiteTx, query: ListQuery, { lang, siteLang, now }: NewsReadContext) {
  const title = localizedSql(news.title, lang, siteLang);
  const where = and(isPublished(now), ...query.filters.map((filter) => newsFilter(filter, title)));
  const order = query.orderBy?.field === 'title' ? title : sql`${news.publishedAt}`;
  const descending = query.orderBy?.descending ?? true;
  const total = await tx.$count(news, where);
  const rows = await tx
    .select()
    .from(news)
    .where(where)
    .orderBy(descending ? desc(order) : asc(order), desc(news.id))
    .limit(query.nbItem)
    .offset((query.page - 1) * query.nbItem);
  return { rows, total };
}

function newsFilter({ field, operator, value }: ListFilter, title: SQL): SQL {
  if (field === 'promoted') return eq(news.promoted, value === true);
  if (field === 'title') return textFilterSql(title, operator, String(value));
  if (field === 'publishedAt') return compareSql(sql`${news.publishedAt}`, operator, value as Comparable);
  throw new Error(`news cannot be filtered by ${field}`);
}

export async function readArticle(tx: SiteTx, id: number, now: Date) {
  const [row] = await tx
    .select()
    .from(news)
    .where(and(eq(news.id, id), isPublished(now)));
  if (!row) return null;
  const pictures = await tx
    .select({ imageId: newsImages.imageId })
    .from(newsImages)
    .where(eq(newsImages.newsId, id))
    .orderBy(asc(newsImages.position));
  return { row, imageIds: pictures.map(({ imageId }) => imageId) };
}
