import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { getRequestIdIfTrusted } from '#server/http/request-ids.ts';
import { isRequestLogEnabled } from '#server/http/request-log.ts';
import type { IsFromTrustedProxy } from '#server/http/trusted-proxies.ts';
import type { HostIndex } from '../sites/host-index.ts';
import { readRequestHost } from '../sites/match-hosts.ts';
import { findBodyByETag, selectBodyByAcceptEncoding } from './cached-page.ts';
import type { HtmlCache } from './html-cache.ts';

interface CachedPageFastPathOptions {
  hosts: () => HostIndex;
  cache: HtmlCache;
  /** Checks whether a request comes from a trusted proxy; null if no proxy is trusted. */
  isTrusted: IsFromTrustedProxy | null;
  log: FastifyBaseLogger;
  createRequestId(): string;
  /** Number of storefronts that share the limit of log lines. */
  processes?: number;
}

/**
 * Maximum number of log lines for the cache hits of one site in a second. The number of cache hits has no limit, so
 * without a limit of lines one client could fill the disk, and journald would drop the lines of errors as well (by
 * default beyond 333 a second).
 */
export const maxLoggedHits = 50;
const periodMs = 1_000;

/**
 * Limits the log lines of cache hits for each site and second. The number of further hits is logged when the second has
 * ended, unless the process has exited before.
 * @returns A function that counts a hit of a site, and returns false if the hit must not have a line of its own.
 */
export function createCacheHitLogLimit(log: FastifyBaseLogger, maxHits = maxLoggedHits): (site: number) => boolean {
  /** Number of hits of each site in the current second. */
  const counts = new Map<number, number>();
  const endPeriod = () => {
    for (const [site, count] of counts) {
      const hits = count - maxHits;
      if (hits > 0) log.info({ code: 'cache_hits_not_logged', site, hits }, 'cache hits not logged');
    }
    counts.clear();
  };
  return (site) => {
    if (counts.size === 0) setTimeout(endPeriod, periodMs).unref();
    const count = (counts.get(site) ?? 0) + 1;
    counts.set(site, count);
    return count <= maxHits;
  };
}

/**
 * Responds to requests for pages that the cache can serve without rendering, before Fastify sees them: one lookup by
 * host, path and query, stored headers and bytes, and one log line up to a limit. A stale page counts as a hit here.
 * @returns A handler that returns true if it has responded. Otherwise the request takes the regular route.
 */
export function createCachedPageFastPath({
  hosts,
  cache,
  isTrusted,
  log,
  createRequestId,
  processes = 1,
}: CachedPageFastPathOptions) {
  const isLogged = isRequestLogEnabled(log);
  const isWithinLogLimit = createCacheHitLogLimit(log, Math.ceil(maxLoggedHits / processes));
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url } = request;
    if ((method !== 'GET' && method !== 'HEAD') || url === undefined) return false;
    const host = readRequestHost(request, isTrusted);
    const site = host === null ? undefined : hosts().find(host);
    if (site === undefined || site.redirectTo !== null) return false;
    const queryStart = url.indexOf('?');
    const entry = cache.lookup(site.key + url, queryStart >= 0);
    if (entry?.status !== 200) return false;

    const { headers } = request;
    const matched = findBodyByETag(entry, headers['if-none-match']);
    const encoded = matched ?? selectBodyByAcceptEncoding(entry, headers['accept-encoding'] as string | undefined);
    if (!matched && encoded.body === null) return false;
    const status = matched ? 304 : 200;
    response.writeHead(status, (matched ? encoded.notModifiedHeaders : encoded.headers) as string[]);
    response.end(matched ? undefined : encoded.body);
    if (matched) entry.counts.not_modified++;
    else entry.counts.hit++;
    entry.asks++;
    if (isLogged && isWithinLogLimit(site.id)) {
      // The log contains the path without the query, because a query may contain search terms, which must not be
      // logged.
      const page = queryStart < 0 ? url : url.slice(0, queryStart);
      const reqId = getRequestIdIfTrusted(headers['x-request-id'], request, isTrusted) ?? createRequestId();
      log.info({ reqId, site: site.id, method, page, status, cache: 'hit' }, 'request');
    }
    return true;
  };
}
