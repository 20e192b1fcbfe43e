import type { ServerResponse } from 'node:http';
import { finished } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Dispatcher } from 'undici';
import { toClientNetwork } from '#server/http/client-network.ts';
import { createFairQueue } from '#server/http/fair-queue.ts';
import { createSingleFlight, QueueFullError } from '#server/http/limiter.ts';
import { setRefusalCause } from '#server/http/refusals.ts';
import { apiBasePath } from '#shared/api-path.ts';
import { technicalSheetPathPrefix } from '#shared/catalogue/technical-sheet.ts';
import { findAcceptedFormat } from '#shared/media/image.ts';
import { logUnavailableApi } from '../api/log-unavailable-api.ts';
import { getSiteHost } from '../sites/match-hosts.ts';
import {
  type BufferedFile,
  bufferApiFile,
  createFileCompressor,
  isCompressibleFile,
  isImmutableFile,
  isProvisionalPicture,
  isSmallEnoughToBuffer,
  matchesFileETag,
  sendBufferedFile,
} from './buffered-file.ts';
import { createTechnicalSheetQueue } from './call-queue.ts';
import { discardResponseBody, type FileStreamer } from './create-file-streamer.ts';
import { type ForwardToApiDependencies, forwardToApi, selectForwardedResponseHeaders } from './forward-to-api.ts';
import { sendGatewayFailure } from './send-gateway-failure.ts';

const maxCacheBytes = 96 * 2 ** 20;
const maxKnownLargeFiles = 1_000;
/** Time for which a picture is shared while the API makes a smaller format of it. */
const provisionalTtlMs = 60_000;

/**
 * Requests for files to the API, whose connections all sites share. No site has so many in progress that the pictures
 * of the others find no connection: a picture that is not converted yet can take seconds.
 */
const fetchLimits = {
  concurrency: 64,
  maxRunningPerSite: 48,
  maxQueue: 1_000,
  maxQueuePerSite: 400,
  maxQueuePerNetwork: 200,
  maxWaitMs: 5_000,
};

interface MediaGatewayOptions extends ForwardToApiDependencies {
  streams: FileStreamer;
}

type RequestHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * Serves `/image/*`, `/file/*` and the technical sheets of a site from the API. Files are buffered before they are
 * sent, and large ones are streamed within limits, so that slow visitors do not occupy the connections to the API.
 * Immutable files are cached, so that pictures stay available while the API is down. Rendering a technical sheet is
 * expensive, so the API calls for sheets are queued by site and client network.
 */
export async function mediaGateway(app: FastifyInstance, dependencies: MediaGatewayOptions): Promise<void> {
  const fetchFile = createFileFetcher(dependencies);
  const sender = fileSender(dependencies, fetchFile);
  const media = handleUnavailableApi(createMediaHandler(fetchFile, sender), (_request, reply, status) =>
    reply.code(status).header('cache-control', 'no-store').send(),
  );
  // Technical sheets are API calls that return a PDF, so their failures have the envelope format of the API.
  const technicalSheet = handleUnavailableApi(
    createTechnicalSheetHandler(dependencies, sender),
    (request, reply, status) => sendGatewayFailure(request, reply, status, status === 429 ? 'too_many' : 'not_ready'),
  );
  const method = ['GET', 'HEAD'];
  app.route({ method, url: '/image/*', handler: media });
  app.route({ method, url: '/file/*', handler: media });
  app.route({ method, url: `${apiBasePath}${technicalSheetPathPrefix}/*`, handler: technicalSheet });
}

/** Responds with `sendUnavailable` if the API is unreachable or a queue is full. */
const handleUnavailableApi =
  (
    handle: RequestHandler,
    sendUnavailable: (request: FastifyRequest, reply: FastifyReply, status: 429 | 503) => FastifyReply,
  ): RequestHandler =>
  async (request, reply) => {
    try {
      return await handle(request, reply);
    } catch (error) {
      // A response that has started cannot be replaced.
      if (reply.raw.headersSent) throw error;
      setRefusalCause(request, error);
      const isRefused = error instanceof QueueFullError;
      if (!isRefused) logUnavailableApi(request.log, error, request.routeOptions.url ?? null);
      const retryAfter = isRefused ? error.retryAfter : 5;
      const status = isRefused ? error.statusCode : 503;
      return sendUnavailable(request, reply.header('retry-after', String(retryAfter)), status);
    }
  };

type FetchFile = (
  request: FastifyRequest,
  url: string,
  options?: { isShared: boolean },
) => Promise<Dispatcher.ResponseData>;

/** Creates a function that requests a file from the API as soon as the site has a free connection. */
function createFileFetcher(dependencies: ForwardToApiDependencies): FetchFile {
  const queue = createFairQueue(fetchLimits);
  return (request, url, options = { isShared: false }) => {
    const network = toClientNetwork(dependencies.clientAddress(request.raw));
    return queue.run({ siteId: getSiteHost(request).id, network }, () =>
      forwardToApi(dependencies, request, url, options),
    );
  };
}

/**
 * Normalises a media URL, so that all its spellings share one cache key: one percent-encoding, sorted parameters, and
 * for files only the version, because the API ignores all other parameters of files.
 */
export function normaliseMediaUrl(url: string): string {
  const mark = url.indexOf('?');
  const path = normalisePath(mark < 0 ? url : url.slice(0, mark));
  if (mark < 0) return path;
  const parameters = new URLSearchParams(url.slice(mark + 1));
  parameters.sort();
  if (path.startsWith('/file/')) for (const name of [...parameters.keys()]) if (name !== 'v') parameters.delete(name);
  return parameters.size > 0 ? `${path}?${parameters}` : path;
}

function normalisePath(path: string): string {
  try {
    return path
      .split('/')
      .map((segment) => encodeURIComponent(decodeURIComponent(segment)))
      .join('/');
  } catch {
    // A path that cannot be decoded stays unchanged, and the API refuses it.
    return path;
  }
}

function createMediaHandler(fetchFile: FetchFile, sender: ReturnType<typeof fileSender>): RequestHandler {
  const getShared = sharedFiles(fetchFile);
  const compress = createFileCompressor();
  const largeFiles = new LRUCache<string, true>({ max: maxKnownLargeFiles });
  return async (request, reply) => {
    const url = normaliseMediaUrl(request.raw.url ?? '');
    const format = url.startsWith('/image/') ? findAcceptedFormat(request.headers.accept) : undefined;
    const key = `${getSiteHost(request).id} ${url} ${format ?? ''}`;
    const isWhole = request.method === 'GET' && request.headers.range === undefined;
    const shared = isWhole && !largeFiles.has(key) ? await getShared(key, url, request) : null;
    if (shared?.kind === 'file')
      return sender.file(
        // A file that may change is fetched for each request, so compressing it would cost more than it saves.
        isImmutableFile(url, shared.file) ? await compress(shared.file, request) : shared.file,
        request,
        reply,
      );
    if (isWhole) largeFiles.set(key, true);
    const response = shared?.takeResponse();
    if (response) return sender.response(response, request, reply);
    return sender.fetched(url, request, reply, largeFiles.has(key));
  };
}

/**
 * Creates the handler for technical sheets, in which every request joins the shared fetch of the whole document. HEAD
 * and Range requests would otherwise bypass the shared fetch, although the API renders the document for them as well.
 * RFC 9110 allows a server to ignore Range.
 */
function createTechnicalSheetHandler(
  dependencies: ForwardToApiDependencies,
  sender: ReturnType<typeof fileSender>,
): RequestHandler {
  const fetchOnce = createSingleFlight<BufferedFile>();
  const runQueued = createTechnicalSheetQueue(dependencies);
  return async (request, reply) => {
    // The query is dropped, because the API ignores it and each query would otherwise have a separate cache key.
    const url = normaliseMediaUrl((request.raw.url ?? '').slice(apiBasePath.length).split('?', 1)[0] ?? '');
    const { id, lang } = getSiteHost(request);
    const file = await fetchOnce(`${id} ${lang} ${url}`, () =>
      runQueued(request, async () =>
        bufferApiFile(await forwardToApi(dependencies, request, url, { method: 'GET', isShared: true })),
      ),
    );
    return sender.file(file, request, reply);
  };
}

type SharedFile =
  | { kind: 'file'; file: BufferedFile }
  /**
   * If a file turns out to be too large to be shared, the first request streams its response. All other requests fetch
   * the file separately.
   */
  | { kind: 'large'; takeResponse: () => Dispatcher.ResponseData | null };

/** Creates a function that returns files which all visitors share, from the cache or from one shared fetch. */
function sharedFiles(fetchFromApi: FetchFile) {
  const cache = new LRUCache<string, BufferedFile>({ maxSize: maxCacheBytes });
  const fetchOnce = createSingleFlight<SharedFile>();
  const fetchFile = async (key: string, url: string, request: FastifyRequest): Promise<SharedFile> => {
    const response = await fetchFromApi(request, url, { isShared: true });
    if (!isSmallEnoughToBuffer(response, 'GET')) return { kind: 'large', takeResponse: once(response) };
    const file = await bufferApiFile(response);
    const size = file.body.length * (isCompressibleFile(file) ? 3 : 1) + 1_000;
    if (isImmutableFile(url, file)) cache.set(key, file, { size });
    else if (isProvisionalPicture(url, file)) cache.set(key, file, { size, ttl: provisionalTtlMs });
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
 * Maximum numbers of buffered file bytes that clients have not read yet. The limit per client network has room for the
 * pictures of several pages in full size.
 */
export const unreadBufferedBytesLimits = { total: 256 * 2 ** 20, perNetwork: 32 * 2 ** 20 };

/**
 * Limits the memory of buffered files in bytes, because slow readers keep files in memory after the cache has evicted
 * them. In the total, a buffer that several responses share counts once.
 */
export function createBufferedBytesLimiter({ total, perNetwork } = unreadBufferedBytesLimits) {
  const readers = new Map<Buffer, number>();
  const byNetwork = new Map<string, number>();
  let totalBytes = 0;

  const release = (body: Buffer, network: string) => {
    const others = (readers.get(body) ?? 1) - 1;
    if (others > 0) readers.set(body, others);
    else {
      readers.delete(body);
      totalBytes -= body.length;
    }
    const left = (byNetwork.get(network) ?? 0) - body.length;
    if (left > 0) byNetwork.set(network, left);
    else byNetwork.delete(network);
  };

  return {
    /** Counts `body` as unread until the response has ended. @throws QueueFullError if a limit is reached. */
    track(body: Buffer, network: string, response: ServerResponse): void {
      // A response that is already closed emits no further event, so the bytes are released at once.
      if (body.length === 0 || response.destroyed) return;
      const added = readers.has(body) ? 0 : body.length;
      const ofNetwork = (byNetwork.get(network) ?? 0) + body.length;
      const isNetworkLimit = ofNetwork > perNetwork;
      if (totalBytes + added > total || isNetworkLimit)
        throw new QueueFullError('too many unread files', isNetworkLimit ? 'network_limit' : 'queue');
      totalBytes += added;
      readers.set(body, (readers.get(body) ?? 0) + 1);
      byNetwork.set(network, ofNetwork);
      finished(response, () => release(body, network));
    },
  };
}

/**
 * Creates functions that send files to a visitor: shared files, and responses to a single request (byte ranges, HEAD
 * and large files).
 */
function fileSender({ streams, ...dependencies }: MediaGatewayOptions, fetchFile: FetchFile) {
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
        const response = await fetchFile(request, url);
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
  acquire: FileStreamer['acquire'],
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
