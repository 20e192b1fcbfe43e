import type { BreadcrumbItem } from '#client/ui/Breadcrumb.tsx';
import type { ListFilterTag } from '#shared/list-tags.ts';
import type { Texts } from '#shared/texts.ts';
import { countPages } from '../count-pages.ts';
import { createNotFoundError, type PageMetadata } from '../page-module.ts';

export interface ListPagePosition {
  path: string;
  /** Number of the page, from 1. */
  page: number;
  pages: number;
  /** Slug of the tag by which the list is filtered; null or absent without a filter. */
  tag?: string | null;
}

export interface ListPageData {
  path: string;
  title: string;
  description: string;
  crumbs: BreadcrumbItem[];
  page: number;
  pages: number;
}

export interface TaggedListPageData extends ListPageData {
  tags: readonly ListFilterTag[];
  /** Slug of the chosen tag; null without a filter. */
  tag: string | null;
}

/**
 * Reads the page number of a list from the query.
 * @returns 1 if the query has no `page`
 * @throws ApiReadError with status 404 if `page` is not a number from 1
 */
export function readPageNumber(query: URLSearchParams): number {
  const page = query.get('page') ?? '1';
  if (!/^[1-9]\d{0,5}$/.test(page)) throw createNotFoundError();
  return Number(page);
}

/**
 * Returns the number of pages of a list.
 * @throws ApiReadError with status 404 if `page` is after the last page
 */
export function countPagesOrThrowNotFound(page: number, total: number, pageSize: number): number {
  const pages = countPages(total, pageSize);
  if (page > pages) throw createNotFoundError();
  return pages;
}

/** Builds the URL path of the page with a number, from 1. */
export function buildListPagePath({ path, tag }: Pick<ListPagePosition, 'path' | 'tag'>, page: number): string {
  const query = [...(tag ? [`tag=${tag}`] : []), ...(page === 1 ? [] : [`page=${page}`])];
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

/**
 * Creates the metadata of one page of a list for the document's head. The canonical URL of a filtered list is the whole
 * list.
 */
export function createListPageMetadata(
  title: string,
  list: ListPagePosition,
  { t }: Texts,
): Pick<PageMetadata, 'title' | 'canonical' | 'previous' | 'next'> {
  const { path, page, pages, tag } = list;
  return {
    title: page === 1 ? title : t('site.list.title', { title, page }),
    canonical: tag ? path : buildListPagePath(list, page),
    previous: page > 1 ? buildListPagePath(list, page - 1) : undefined,
    next: page < pages ? buildListPagePath(list, page + 1) : undefined,
  };
}

/**
 * Reads one page of a list, filtered by the tag in the page's query. Every page of a list contains the tags of the whole
 * list, so the first page is read before, and an unknown tag results in status 404: invented tags fill neither the data
 * cache nor the page cache.
 */
export async function readListByTag<List extends { tags: readonly ListFilterTag[] }>(
  query: URLSearchParams,
  page: number,
  read: (filter: { page: number; tag?: string }) => Promise<List>,
): Promise<{ list: List; tag: string | null }> {
  const tag = query.get('tag') || null;
  if (tag === null) return { list: await read({ page }), tag };
  const { tags } = await read({ page: 1 });
  if (!tags.some(({ slug }) => slug === tag)) throw createNotFoundError();
  return { list: await read({ page, tag }), tag };
}
