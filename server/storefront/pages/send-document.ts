import type { FastifyReply, FastifyRequest } from 'fastify';
import { keepQuery } from '#shared/keep-query.ts';
import {
  type CachedPage,
  findBodyByETag,
  type RawHeaderList,
  selectBodyByAcceptEncoding,
} from '../cache/cached-page.ts';
import type { HtmlCache, HtmlCacheRequest } from '../cache/html-cache.ts';
import type { RenderedDocument } from '../cache/render-outcome.ts';
import { removeSharedCacheHeaders } from '../cache/shared-cache-headers.ts';

export async function sendDocumentThroughCache(
  cache: HtmlCache,
  page: Omit<HtmlCacheRequest, 'canStream'>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  // A HEAD or conditional request waits for the page in the cache, because its response needs an ETag.
  const canStream = request.method === 'GET' && request.headers['if-none-match'] === undefined;
  const result = await cache.get({ ...page, canStream });
  switch (result.kind) {
    case 'redirect':
      return reply.header('cache-control', 'no-cache').redirect(keepQueryOf(request, result.location), result.status);
    case 'stream':
    case 'uncacheable':
      return sendDocumentBypassingCache(reply, result.rendered);
    case 'entry':
      if (result.cacheStatus !== 'stale-if-error') return sendEntry(cache, page.key, result.entry, request, reply);
      markStale(reply, result.entry);
      return sendEntry(cache, page.key, result.entry, request, reply, removeSharedCacheHeaders);
  }
}

/** The rendered target of a redirect is shared by requests that differ in parameters which pages do not read. */
export function keepQueryOf({ raw: { url = '' } }: FastifyRequest, location: string): string {
  const mark = url.indexOf('?');
  return mark === -1 ? location : keepQuery(location, url.slice(mark + 1));
}

/** Sends a document as far as it is rendered, and the rest as a stream. */
export function sendDocumentBypassingCache(reply: FastifyReply, { status, headers, document }: RenderedDocument) {
  setHeaders(reply, headers);
  return reply.code(status).send(document.getBodyIfComplete() ?? document.createReadStream());
}

function markStale(reply: FastifyReply, { renderedAt }: CachedPage): void {
  reply.header('warning', '110 - "Response is Stale"');
  reply.header('age', String(Math.max(0, Math.round((Date.now() - renderedAt) / 1_000))));
}

async function sendEntry(
  cache: HtmlCache,
  key: string,
  entry: CachedPage,
  request: FastifyRequest,
  reply: FastifyReply,
  select = (headers: RawHeaderList) => headers,
) {
  entry.asks++;
  const matched = entry.status === 200 ? findBodyByETag(entry, request.headers['if-none-match']) : undefined;
  if (matched) {
    setHeaders(reply, select(matched.notModifiedHeaders));
    return reply.code(304).send();
  }
  const selected = selectBodyByAcceptEncoding(entry, request.headers['accept-encoding'] as string | undefined);
  const { body, headers } = await cache.encode(key, entry, selected);
  setHeaders(reply, select(headers));
  return reply.code(entry.status).send(body);
}

function setHeaders(reply: FastifyReply, headers: RawHeaderList): void {
  for (let i = 0; i < headers.length; i += 2) reply.header(headers[i] as string, headers[i + 1]);
}
