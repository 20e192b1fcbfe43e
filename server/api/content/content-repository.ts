import { and, asc, desc, eq, lte, type SQL, sql } from 'drizzle-orm';
import type { PickLocalizedText } from '#server/api/contract/contract-route.ts';
import {
  type ComparableNumberOrDate,
  comparisonSql,
  foldedTextContainsWordsSql,
  localizedTextSql,
  tagFilterSql,
  textFilterSql,
} from '#server/api/database/filter-sql.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readImagesById } from '#server/api/media/media.ts';
import type { ContentDetail, ContentItem } from '#shared/content/content-endpoints.ts';
import type { Lang } from '#shared/languages.ts';
import type { FilterOperator, ListFilter, ListQuery } from '#shared/list-query.ts';
import type { Image } from '#shared/media/image.ts';
import { type ArticleTables, blogFolders } from './content-tables.ts';

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
  const [total, rows] = await Promise.all([
    tx.$count(items, where),
    tx
      .select()
      .from(items)
      .where(where)
      .orderBy(isDescending ? desc(order) : asc(order), desc(items.id))
      .limit(query.nbItem)
      .offset((query.page - 1) * query.nbItem),
  ]);
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
  const [[row], pictures] = await Promise.all([
    tx
      .select()
      .from(items)
      .where(and(eq(items.id, id), buildIsPublishedSql(items, now))),
    tx
      .select({ imageId: itemImages.imageId })
      .from(itemImages)
      .where(eq(itemImages.itemId, id))
      .orderBy(asc(itemImages.position)),
  ]);
  if (!row) return null;
  return { row, imageIds: pictures.map(({ imageId }) => imageId) };
}

type ItemRow = ArticleTables['items']['$inferSelect'];

export async function toContentItems(
  tx: SiteTx,
  rows: readonly ItemRow[],
  pickLanguage: PickLocalizedText,
): Promise<ContentItem[]> {
  const images = await readImagesById(
    tx,
    rows.map(({ imageId }) => imageId),
    pickLanguage,
  );
  return rows.map((row) => toContentItem(row, images, pickLanguage));
}

type FoundItem = NonNullable<Awaited<ReturnType<typeof readPublishedContentItem>>>;

export async function toContentDetail(
  tx: SiteTx,
  { row, imageIds }: FoundItem,
  pickLanguage: PickLocalizedText,
): Promise<ContentDetail> {
  const images = await readImagesById(tx, [row.imageId, ...imageIds], pickLanguage);
  return {
    ...toContentItem(row, images, pickLanguage),
    html: pickLanguage(row.html),
    images: imageIds.map((id) => images.get(id)).filter((image) => image !== undefined),
  };
}

const toContentItem = (
  row: ItemRow,
  images: ReadonlyMap<number, Image>,
  pickLanguage: PickLocalizedText,
): ContentItem => ({
  id: row.id,
  slug: pickLanguage(row.slug),
  title: pickLanguage(row.title),
  summary: pickLanguage(row.summary),
  publishedAt: row.publishedAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  promoted: row.promoted,
  image: row.imageId === null ? null : (images.get(row.imageId) ?? null),
});

export type BlogFolderRow = typeof blogFolders.$inferSelect;

/** Reads all folders of the site by id, siblings in their order. */
export async function readFolderRows(tx: SiteTx): Promise<Map<number, BlogFolderRow>> {
  const rows = await tx.select().from(blogFolders).orderBy(asc(blogFolders.position), asc(blogFolders.id));
  return new Map(rows.map((row) => [row.id, row]));
}
