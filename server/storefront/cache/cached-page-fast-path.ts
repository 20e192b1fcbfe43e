import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { acceptTrustedRequestId } from '#server/http/request-ids.ts';
import { isRequestLogEnabled } from '#server/http/request-log.ts';
import type { IsFromTrustedProxy } from '#server/http/trusted-proxies.ts';
import type { HostIndex } from '../sites/host-index.ts';
import { findBodyByETag, selectBodyByAcceptEncoding } from './cached-page.ts';
import type { HtmlCache } from './html-cache.ts';

export interface CachedPageFastPathOptions {
  hosts: () => HostIndex;
  cache: HtmlCache;
  /** Checks whether a request comes from a trusted proxy; null if no proxy is trusted. */
  isTrusted: IsFromTrustedProxy | null;
  log: FastifyBaseLogger;
  createRequestId(): string;
}

/**
 * Responds to requests for pages that are fresh in the cache before Fastify sees them: one lookup by host and path,
 * stored headers and bytes, and one log line.
 * @returns A handler that returns true if it has responded. Otherwise the request takes the regular route.
 */
export function createCachedPageFastPath({ hosts, cache, isTrusted, log, createRequestId }: CachedPageFastPathOptions) {
  const isLogged = isRequestLogEnabled(log);
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url } = request;
    if ((method !== 'GET' && method !== 'HEAD') || url === undefined) return false;
    const headers = readHeaders(request.rawHeaders);
    if (headers.host === null || (headers.isForwarded && isTrusted?.(request))) return false;
    const site = hosts().find(headers.host);
    if (site === undefined || site.redirectTo !== null) return false;
    const queryStart = url.indexOf('?');
    const entry = cache.lookup(site.key + url, queryStart >= 0);
    if (entry?.status !== 200) return false;

    const matched = findBodyByETag(entry, headers.ifNoneMatch);
    const encoded = matched ?? selectBodyByAcceptEncoding(entry, headers.acceptEncoding);
    if (!matched && encoded.body === null) return false;
    const status = matched ? 304 : 200;
    response.writeHead(status, (matched ? encoded.notModifiedHeaders : encoded.headers) as string[]);
    response.end(matched ? undefined : encoded.body);
    if (matched) entry.counts.not_modified++;
    else entry.counts.hit++;
    if (isLogged) {
      // The log contains the path without the query, because a query may contain search terms, which must not be
      // logged.
      const page = queryStart < 0 ? url : url.slice(0, queryStart);
      const reqId = acceptTrustedRequestId(headers.requestId, request, isTrusted) ?? createRequestId();
      log.info({ reqId, site: site.id, method, page, status, cache: 'hit' }, 'request');
    }
    return true;
  };
}

interface FastPathHeaders {
  /** Value of the Host header; null if the request has none or more than one. */
  host: string | null;
  ifNoneMatch: string | undefined;
  acceptEncoding: string | undefined;
  isForwarded: boolean;
  requestId: string | undefined;
}

/**
 * Reads all needed headers in one pass over the raw headers. `request.headers` would parse all of them, which costs
 * more than the rest of a cache hit.
 */
function readHeaders(raw: readonly string[]): FastPathHeaders {
  const found: FastPathHeaders = {
    host: null,
    ifNoneMatch: undefined,
    acceptEncoding: undefined,
    isForwarded: false,
    requestId: undefined,
  };
  let hosts = 0;
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i] as string;
    switch (name.length) {
      case 4:
        if (isNamed(name, 'host') && ++hosts) found.host = raw[i + 1] as string;
        break;
      case 12:
        if (isNamed(name, 'x-request-id')) found.requestId = raw[i + 1];
        break;
      case 13:
        if (isNamed(name, 'if-none-match')) found.ifNoneMatch = raw[i + 1];
        break;
      case 15:
        if (isNamed(name, 'accept-encoding')) found.acceptEncoding = raw[i + 1];
        break;
      case 16:
        if (isNamed(name, 'x-forwarded-host')) found.isForwarded = true;
        break;
    }
  }
  if (hosts !== 1) found.host = null;
  return found;
}

/** Compares header names as sent first, because most clients send lower-case names, which need no conversion. */
const isNamed = (name: string, expected: string): boolean => name === expected || name.toLowerCase() === expected;
