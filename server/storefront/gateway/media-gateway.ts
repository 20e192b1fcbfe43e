import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { QueueFullError, singleFlight } from '#server/http/limiter.ts';
import { siteHostOf } from '../sites/site-by-host.ts';
import { type BufferedFile, bufferFile, isBufferable, isImmutable, sendFile } from './buffered-file.ts';
import { discard, fileStreams } from './file-streams.ts';
import { type PassOnParts, passOn } from './pass-on.ts';

const maxCacheBytes = 96 * 2 ** 20;
const maxKnownLargeFiles = 1_000;

/**
 * `/image/*` and `/file/*` of a site, from the API. A slow visitor must not occupy a connection to the API: files are
 * buffered before they are sent, and large ones are streamed within limits. Files that never change are cached, so that
 * pictures survive an outage of the API.
 */
export async function mediaGateway(app: FastifyInstance, parts: PassOnParts): Promise<void> {
  const findShared = bufferedFiles(parts);
  const sendOwn = ownFiles(parts);
  const largeFiles = new LRUCache<string, true>({ max: maxKnownLargeFiles });

  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const { id, lang } = siteHostOf(request);
    const key = `${id} ${lang} ${request.raw.url ?? ''}`;
    const isWhole = request.method === 'GET' && request.headers.range === undefined;
    try {
      const file = isWhole && !largeFiles.has(key) ? await findShared(key, request) : null;
      if (file) return sendFile(file, request, reply);
      if (isWhole) largeFiles.set(key, true);
      return await sendOwn(request, reply, largeFiles.has(key));
    } catch (error) {
      const isRefused = error instanceof QueueFullError;
      if (!isRefused) request.log.warn({ err: error }, 'the API did not answer');
      const retryAfter = isRefused ? error.retryAfter : 5;
      return reply.code(503).header('retry-after', String(retryAfter)).header('cache-control', 'no-store').send();
    }
  };
  app.route({ method: ['GET', 'HEAD'], url: '/image/*', handler });
  app.route({ method: ['GET', 'HEAD'], url: '/file/*', handler });
}

/** Files that all visitors share, from the cache or fetched once for all who wait; null for one that is too large. */
function bufferedFiles(parts: PassOnParts) {
  const cache = new LRUCache<string, BufferedFile>({ maxSize: maxCacheBytes });
  const once = singleFlight<BufferedFile | null>();
  const fetchFile = async (key: string, request: FastifyRequest): Promise<BufferedFile | null> => {
    const url = request.raw.url ?? '';
    const answer = await passOn(parts, request, url, { isConditional: false });
    if (!isBufferable(answer, 'GET')) {
      discard(answer);
      return null;
    }
    const file = await bufferFile(answer);
    if (isImmutable(url, file)) cache.set(key, file, { size: file.body.length + 1_000 });
    return file;
  };
  return async (key: string, request: FastifyRequest): Promise<BufferedFile | null> =>
    cache.get(key) ?? once(key, () => fetchFile(key, request));
}

/** Answers that belong to one request: parts of a file, HEAD, and large files. */
function ownFiles(parts: PassOnParts) {
  const streams = fileStreams(parts);
  return async (request: FastifyRequest, reply: FastifyReply, isKnownLarge: boolean) => {
    // A large file that may not be streamed is refused before it costs the API anything.
    const release = isKnownLarge && request.method === 'GET' ? streams.acquire(request) : null;
    try {
      const answer = await passOn(parts, request, request.raw.url ?? '');
      if (isBufferable(answer, request.method)) {
        const file = await bufferFile(answer);
        release?.();
        return sendFile(file, request, reply);
      }
      return streams.send(answer, release ?? acquireOrDiscard(streams.acquire, answer, request), reply);
    } catch (error) {
      release?.();
      throw error;
    }
  };
}

function acquireOrDiscard(
  acquire: ReturnType<typeof fileStreams>['acquire'],
  answer: Parameters<typeof discard>[0],
  request: FastifyRequest,
) {
  try {
    return acquire(request);
  } catch (error) {
    discard(answer);
    throw error;
  }
}
