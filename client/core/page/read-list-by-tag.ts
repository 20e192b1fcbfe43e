import { createNotFoundError } from '#client/core/page-module.ts';
import type { ListFilterTag } from '#shared/list-tags.ts';

interface FilteredList<List> {
  list: List;
  /** Slug of the chosen tag; null without a filter. */
  tag: string | null;
}

/**
 * Reads a list with the tag in the page's query. The tags of the whole list are read first, and an unknown tag results
 * in status 404, so that invented tags fill neither the data cache nor the page cache.
 * @param read reads the list, filtered if there is a tag
 */
export async function readListByTag<List extends { tags: readonly ListFilterTag[] }>(
  query: URLSearchParams,
  read: (filter: { tag?: string }) => Promise<List>,
): Promise<FilteredList<List>> {
  const tag = query.get('tag') || null;
  const whole = tag === null ? null : await read({});
  if (whole && !whole.tags.some(({ slug }) => slug === tag)) throw createNotFoundError();
  return { list: await read(tag === null ? {} : { tag }), tag };
}
