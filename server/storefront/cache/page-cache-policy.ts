import type { RenderResult } from '#shared/rendering.ts';

/**
 * Time in milliseconds for which a page is fresh. Afterwards it is served stale while it is revalidated in the
 * background. The data in the page may be up to a minute older, see `data-cache.ts`.
 */
export const maxFreshPageAgeMs = 60_000;
/** Age in milliseconds from which a page is served stale only if a fresh render fails. */
export const freshRenderAgeMs = 6 * 3_600_000;
/** Age in milliseconds from which a page on disk is not served any more, not even if a fresh render fails. */
export const maxStoredPageAgeMs = 24 * 3_600_000;
/** Minimum time in milliseconds between attempts to replace a page whose render fails. */
export const revalidationRetryDelayMs = 5_000;
/**
 * Maximum number of background revalidations per second, because with ten thousand sites they must leave processor time
 * for visitors.
 */
export const maxRevalidationsPerSecond = 2;

interface DocumentCacheability {
  isStorable: boolean;
  /** True if visitors who request the page at the same time may share its render. */
  isShareable: boolean;
}

type RenderedPage = Extract<RenderResult, { kind: 'page' }>;

interface PageCacheInput extends Pick<RenderedPage, 'status' | 'isCacheable' | 'isSecret' | 'isBuilding' | 'headers'> {
  /** True if no page exists at the path. All such paths share one entry, so that the page may be stored. */
  isNotFound?: boolean;
  /** True in development, where every visit shows the latest edit. */
  isDevelopment?: boolean;
}

/**
 * Decides whether a rendered page may be stored and shared. Successful, cacheable pages without cookies are stored, as
 * are the page of a site that is being built and the page that all unknown paths show. A failure is shared, because a
 * second render would fail as well. A page at a secret URL is neither stored nor shared.
 */
export function decideDocumentCacheability({
  status,
  isCacheable,
  isSecret,
  isBuilding = false,
  isNotFound = false,
  isDevelopment = false,
  headers,
}: PageCacheInput): DocumentCacheability {
  if (isSecret) return { isStorable: false, isShareable: false };
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const isPersonal = names.includes('set-cookie') || /no-store|private/.test(findHeader(headers, 'cache-control'));
  const isSuccess = status === 200 && isCacheable;
  const isForAll = !isPersonal && (isSuccess || isBuilding || (isNotFound && status === 404));
  return { isStorable: isForAll && !isDevelopment, isShareable: isForAll || (status >= 400 && !isPersonal) };
}

const findHeader = (headers: Readonly<Record<string, string>>, searchedName: string): string =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === searchedName)?.[1] ?? '';
