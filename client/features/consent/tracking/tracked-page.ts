import type { PageResult } from '#client/core/page-result.ts';
import { isPersonalPath } from '#shared/site/personal-paths.ts';

export interface TrackedPage {
  /** The canonical URL without its query, because a query can contain search words. */
  url: string;
  title: string;
  /** False for private pages and failures, whose visits are not reported. Their `url` is that of the home page. */
  isReported: boolean;
}

export function toTrackedPage(
  { origin, name }: { origin: string; name: string },
  pathname: string,
  { head, failure }: Pick<PageResult, 'head' | 'failure'>,
): TrackedPage {
  if (failure || isPersonalPath(pathname)) return { url: `${origin}/`, title: name, isReported: false };
  const { pathname: path } = new URL(head.canonical ?? pathname, origin);
  // The title of a page that search engines must not index can contain search words, so the site's name is reported.
  return { url: origin + path, title: head.hasNoIndex ? name : head.title, isReported: true };
}

/**
 * Returns the URL from which the visitor came; empty for a page of this host, whose query could contain search words.
 */
export const readExternalReferrer = (): string =>
  document.referrer.startsWith(`${window.location.origin}/`) ? '' : document.referrer;
