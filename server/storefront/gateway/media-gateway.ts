import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Dispatcher } from 'undici';
import { toClientNetwork } from '#server/http/client-network.ts';
import { createSingleFlight, QueueFullError } from '#server/http/limiter.ts';
import { getSiteHost } from '../sites/match-hosts.ts';
import {
  type BufferedFile,
  bufferApiFile,
  isImmutableFile,
  isSmallEnoughToBuffer,
  matchesFileETag,
  sendBufferedFile,
} from './buffered-file.ts';
import { createFileStreamer, discardResponseBody } from './create-file-streamer.ts';
import { type ForwardToApiDependencies, forwardToApi, selectForwardedResponseHeaders } from './forward-to-api.ts';
import { createBufferedBytesLimiter } from './limit-buffered-bytes.ts';
import { normalizeMediaUrl } from './media-url.ts';
import { sendFailureEnvelope } from './send-failure-envelope.ts';

const maxCacheBytes = 96 * 2 ** 20;
const maxKnownLargeFiles = 1_000;

interface MediaRoute {
  /** Returns the URL path of the file at the API. Equal files have equal paths. */
  toApiUrl(url: string): string;
  /** True if the file depends on the language of the host. */
  isLocalized: boolean;
  sendUnavailable(request: FastifyRequest, reply: FastifyReply): FastifyReply;
}

const plainMedia: MediaRoute = {
  toApiUrl: normalizeMediaUrl,
  isLocalized: false,
  sendUnavailable: (_request, reply) => reply.code(503).header('cache-control', 'no-store').send(),
};

/** Technical sheets are PDFs among the calls of the API, whose failures are envelopes. */
const technicalSheets: MediaRoute = {
  toApiUrl: (url) => normalizeMediaUrl(url.slice('/api'.length).split('?', 1)[0] ?? ''),
  isLocalized: true,
  sendUnavailable: (request, reply) => sendFailureEnvelope(request, reply, 503, 'not_ready'),
};

/**
 * Serves `/image/*`, `/file/*` and the technical sheets of a site from the API. Files are buffered before they are sent,
 * and large ones are streamed within limits, so that slow visitors do not occupy the connections to the API. Immutable
 * files are cached, so that pictures stay available while the API is down.
 */
export async function mediaGateway(app: FastifyInstance, dependencies: ForwardToApiDependencies): Promise<void> {
  const getShared = sharedFiles(dependencies);
  const sender = fileSender(dependencies);
  const largeFiles = new LRUCache<string, true>({ max: maxKnownLargeFiles });

  const createHandler = (route: MediaRoute) => async (request: FastifyRequest, reply: FastifyReply) => {
    const url = route.toApiUrl(request.raw.url ?? '');
    const { id, lang } = getSiteHost(request);
    const key = `${id} ${route.isLocalized ? `${lang} ` : ''}${url}`;
    const isWhole = request.method === 'GET' && request.headers.range === undefined;
    try {
      const shared = isWhole && !largeFiles.has(key) ? await getShared(key, url, request) : null;
      if (shared?.kind === 'file') return sender.file(shared.file, request, reply);
      if (isWhole) largeFiles.set(key, true);
      const response = shared?.takeResponse();
      if (response) return sender.response(response, request, reply);
      return await sender.fetched(url, request, reply, largeFiles.has(key));
    } catch (error) {
      const isRefused = error instanceof QueueFullError;
      if (!isRefused) request.log.warn({ err: error }, 'API unreachable');
      const retryAfter = isRefused ? error.retryAfter : 5;
      return route.sendUnavailable(request, reply.header('retry-after', String(retryAfter)));
    }
  };
  const method = ['GET', 'HEAD'];
  app.route({ method, url: '/image/*', handler: createHandler(plainMedia) });
  app.route({ method, url: '/file/*', handler: createHandler(plainMedia) });
  app.route({ method, url: '/api/product/generate/file/*', handler: createHandler(technicalSheets) });
}

type SharedFile =
  | { kind: 'file'; file: BufferedFile }
  /**
   * If a file turns out to be too large to be shared, the first request streams its response. All other requests fetch
   * their own.
   */
  | { kind: 'large'; takeResponse: () => Dispatcher.ResponseData | null };

/** Creates a function that returns files which all visitors share, from the cache or from one shared fetch. */
function sharedFiles(dependencies: ForwardToApiDependencies) {
  const cache = new LRUCache<string, BufferedFile>({ maxSize: maxCacheBytes });
  const fetchOnce = createSingleFlight<SharedFile>();
  const fetchFile = async (key: string, url: string, request: FastifyRequest): Promise<SharedFile> => {
    const response = await forwardToApi(dependencies, request, url, { isConditional: false });
    if (!isSmallEnoughToBuffer(response, 'GET')) return { kind: 'large', takeResponse: once(response) };
    const file = await bufferApiFile(response);
    if (isImmutableFile(url, file)) cache.set(key, file, { size: file.body.length + 1_000 });
    return { kind: 'file', file };
  };
  return async (key: string, url: string, request: FastifyRequest): Promise<SharedFile> => {
    const file = cache.get(key);
    return file ? { kind: 'file', file } : fetchOnce(key, () => fetchFile(key, url, request));
  };
}

function once<T>(value: T): () => T | null {
  let isTaken = false;
  return () => {
    if (isTaken) return null;
    isTaken = true;
    return value;
  };
}

/**
 * Creates functions that send files to a visitor: shared files, and responses to a single request (byte ranges, HEAD
 * and large files).
 */
function fileSender(dependencies: ForwardToApiDependencies) {
  const streams = createFileStreamer(dependencies);
  const { track } = createBufferedBytesLimiter();
  const sendBuffered = (file: BufferedFile, request: FastifyRequest, reply: FastifyReply) => {
    if (request.method === 'GET') track(file.body, toClientNetwork(dependencies.clientAddress(request.raw)), reply.raw);
    return sendBufferedFile(file, request, reply);
  };
  return {
    file: sendBuffered,
    /** Sends a file that was fetched without the visitor's `If-None-Match`, which is therefore evaluated here. */
    response(response: Dispatcher.ResponseData, request: FastifyRequest, reply: FastifyReply) {
      if (!matchesFileETag(selectForwardedResponseHeaders(response), request))
        return streams.send(response, acquireOrDiscard(streams.acquire, response, request), reply);
      discardResponseBody(response);
      return sendBufferedFile(
        { status: 200, headers: selectForwardedResponseHeaders(response), body: Buffer.alloc(0) },
        request,
        reply,
      );
    },
    async fetched(url: string, request: FastifyRequest, reply: FastifyReply, isKnownLarge: boolean) {
      // A stream above the limit is refused before the API is called.
      const release = isKnownLarge && request.method === 'GET' ? streams.acquire(request) : null;
      try {
        const response = await forwardToApi(dependencies, request, url);
        if (isSmallEnoughToBuffer(response, request.method)) {
          const file = await bufferApiFile(response);
          release?.();
          return sendBuffered(file, request, reply);
        }
        return streams.send(response, release ?? acquireOrDiscard(streams.acquire, response, request), reply);
      } catch (error) {
        release?.();
        throw error;
      }
    },
  };
}

function acquireOrDiscard(
  acquire: ReturnType<typeof createFileStreamer>['acquire'],
  response: Dispatcher.ResponseData,
  request: FastifyRequest,
) {
  try {
    return acquire(request);
  } catch (error) {
    discardResponseBody(response);
    throw error;
  }
}
