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
 * Maximum numbers of log lines for cache hits in a second, of one site and of all together. The number of cache hits has
 * no limit, so without a limit of lines one client could fill the disk, and journald would drop the lines of errors as
 * well (by default beyond 333 a second). With many sites, lines would take a third of the time of a hit.
 */
export const maxLoggedHits = { ofSite: 50, ofAll: 200 };
/** Maximum number of sites whose further hits are reported on their own. */
export const maxReportedSites = 10;
const periodMs = 1_000;

/**
 * Limits the log lines of cache hits in each second. The number of further hits is logged when the second has ended,
 * unless the process has exited before.
 * @param processes Number of storefronts that share the limits.
 * @returns A function that counts a hit of a site, and returns false if the hit must not have a line of its own.
 */
export function createCacheHitLogLimit(log: FastifyBaseLogger, processes = 1): (site: number) => boolean {
  const maxOfSite = Math.ceil(maxLoggedHits.ofSite / processes);
  const maxOfAll = Math.ceil(maxLoggedHits.ofAll / processes);
  /** Numbers of lines and of further hits of each site in the current second. */
  const counts = new Map<number, { lines: number; further: number }>();
  let lines = 0;
  const endPeriod = () => {
    const further = [...counts].flatMap(([site, count]) => (count.further > 0 ? [{ site, hits: count.further }] : []));
    further.sort((a, b) => b.hits - a.hits);
    const report = (fields: object) => log.info({ code: 'cache_hits_not_logged', ...fields }, 'cache hits not logged');
    for (const reported of further.slice(0, maxReportedSites)) report(reported);
    const others = further.slice(maxReportedSites);
    if (others.length > 0) report({ sites: others.length, hits: others.reduce((sum, { hits }) => sum + hits, 0) });
    counts.clear();
    lines = 0;
  };
  return (site) => {
    if (counts.size === 0) setTimeout(endPeriod, periodMs).unref();
    let count = counts.get(site);
    if (!count) {
      count = { lines: 0, further: 0 };
      counts.set(site, count);
    }
    if (count.lines >= maxOfSite || lines >= maxOfAll) {
      count.further++;
      return false;
    }
    count.lines++;
    lines++;
    return true;
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
  const isWithinLogLimit = createCacheHitLogLimit(log, processes);
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
