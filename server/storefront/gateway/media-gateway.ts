import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { createSingleFlight, QueueFullError } from '#server/http/limiter.ts';
import { getSiteHost } from '../sites/match-hosts.ts';
import { type BufferedFile, bufferFile, isBufferable, isImmutable, sendFile } from './buffered-file.ts';
import { createFileStreamer, discardBody } from './create-file-streamer.ts';
import { type ForwardDependencies, forwardToApi } from './forward-to-api.ts';

const maxCacheBytes = 96 * 2 ** 20;
const maxKnownLargeFiles = 1_000;

/**
 * Serves `/image/*` and `/file/*` of a site from the API. Files are buffered before they are sent, and large ones are
 * streamed within limits, so that slow visitors do not occupy the connections to the API. Immutable files are cached, so
 * that pictures stay available while the API is down.
 */
export async function mediaGateway(app: FastifyInstance, dependencies: ForwardDependencies): Promise<void> {
  const getShared = sharedFiles(dependencies);
  const sendUnshared = unsharedFiles(dependencies);
  const largeFiles = new LRUCache<string, true>({ max: maxKnownLargeFiles });

  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const { id, lang } = getSiteHost(request);
    const key = `${id} ${lang} ${request.raw.url ?? ''}`;
    const isWhole = request.method === 'GET' && request.headers.range === undefined;
    try {
      const file = isWhole && !largeFiles.has(key) ? await getShared(key, request) : null;
      if (file) return sendFile(file, request, reply);
      if (isWhole) largeFiles.set(key, true);
      return await sendUnshared(request, reply, largeFiles.has(key));
    } catch (error) {
      const isRefused = error instanceof QueueFullError;
      if (!isRefused) request.log.warn({ err: error }, 'API unreachable');
      const retryAfter = isRefused ? error.retryAfter : 5;
      return reply.code(503).header('retry-after', String(retryAfter)).header('cache-control', 'no-store').send();
    }
  };
  app.route({ method: ['GET', 'HEAD'], url: '/image/*', handler });
  app.route({ method: ['GET', 'HEAD'], url: '/file/*', handler });
}

/** Returns files that all visitors share, from the cache or from one shared fetch; null for one that is too large. */
function sharedFiles(dependencies: ForwardDependencies) {
  const cache = new LRUCache<string, BufferedFile>({ maxSize: maxCacheBytes });
  const fetchOnce = createSingleFlight<BufferedFile | null>();
  const fetchFile = async (key: string, request: FastifyRequest): Promise<BufferedFile | null> => {
    const url = request.raw.url ?? '';
    const response = await forwardToApi(dependencies, request, url, { isConditional: false });
    if (!isBufferable(response, 'GET')) {
      discardBody(response);
      return null;
    }
    const file = await bufferFile(response);
    if (isImmutable(url, file)) cache.set(key, file, { size: file.body.length + 1_000 });
    return file;
  };
  return async (key: string, request: FastifyRequest): Promise<BufferedFile | null> =>
    cache.get(key) ?? fetchOnce(key, () => fetchFile(key, request));
}

/** Sends responses that belong to one request: ranges, HEAD and large files. */
function unsharedFiles(dependencies: ForwardDependencies) {
  const streams = createFileStreamer(dependencies);
  return async (request: FastifyRequest, reply: FastifyReply, isKnownLarge: boolean) => {
    // A large file above the limit is refused before the API is called.
    const release = isKnownLarge && request.method === 'GET' ? streams.acquire(request) : null;
    try {
      const response = await forwardToApi(dependencies, request, request.raw.url ?? '');
      if (isBufferable(response, request.method)) {
        const file = await bufferFile(response);
        release?.();
        return sendFile(file, request, reply);
      }
      return streams.send(response, release ?? acquireOrDiscard(streams.acquire, response, request), reply);
    } catch (error) {
      release?.();
      throw error;
    }
  };
}

function acquireOrDiscard(
  acquire: ReturnType<typeof createFileStreamer>['acquire'],
  response: Parameters<typeof discardBody>[0],
  request: FastifyRequest,
) {
  try {
    return acquire(request);
  } catch (error) {
    discardBody(response);
    throw error;
  }
}
