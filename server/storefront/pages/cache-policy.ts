import type { RenderResult } from '#shared/rendering.ts';

export interface PageCachePolicy {
  /** True if the page may be stored for later visitors. */
  isStorable: boolean;
  /** True if visitors who request the page at the same time may share its render. */
  isShareable: boolean;
  /**
   * Time in milliseconds for which the page is served without revalidation. The data in the page may be up to a minute
   * older.
   */
  freshMs: number;
}

const freshMs = 60_000;

type RenderedPage = Extract<RenderResult, { kind: 'page' }>;

/**
 * Decides if a rendered page may be stored and shared. Stored are successful, cacheable pages without cookies, and the
 * page of a site that is being built. A failure is shared, because a second render would fail as well. A page at a
 * secret URL is neither stored nor shared.
 */
export function decidePageCachePolicy({
  status,
  isCacheable,
  isSecret,
  isBuilding = false,
  headers,
}: Pick<RenderedPage, 'status' | 'isCacheable' | 'isSecret' | 'isBuilding' | 'headers'>): PageCachePolicy {
  if (isSecret) return { isStorable: false, isShareable: false, freshMs };
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const isPersonal = names.includes('set-cookie') || /no-store|private/.test(findHeader(headers, 'cache-control'));
  const isStorable = ((status === 200 && isCacheable) || isBuilding) && !isPersonal;
  return { isStorable, isShareable: isStorable || (status >= 400 && !isPersonal), freshMs };
}

const findHeader = (headers: Readonly<Record<string, string>>, searchedName: string): string =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === searchedName)?.[1] ?? '';
