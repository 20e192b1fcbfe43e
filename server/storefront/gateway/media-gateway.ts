import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { siteHostOf } from '../sites/site-by-host.ts';
import { type PassOnParts, passBackHead, passOn } from './pass-on.ts';

interface HeldFile {
  body: Buffer;
  headers: Record<string, string>;
}

const mostBytes = 96 * 2 ** 20;
/** Larger files, such as videos, pass through without being held. */
const mostBytesOfOne = 2 * 2 ** 20;

/**
 * `/image/*` and `/file/*` of a site, from the API. What never changes is held within a limit of bytes, so that
 * pictures survive an outage of the API and cost it nothing.
 */
export async function mediaGateway(app: FastifyInstance, parts: PassOnParts): Promise<void> {
  const held = new LRUCache<string, HeldFile>({ maxSize: mostBytes });
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const url = request.raw.url ?? '';
    const key = `${siteHostOf(request).id} ${url}`;
    const known = request.headers.range === undefined ? held.get(key) : undefined;
    if (known) return sendHeld(known, request, reply);
    try {
      const answer = await passOn(parts, request, url);
      passBackHead(reply, answer);
      if (request.method !== 'GET' || !isHoldable(url, answer)) return reply.send(answer.body);
      const body = Buffer.from(await answer.body.arrayBuffer());
      const headers = Object.fromEntries(
        Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]),
      );
      held.set(key, { body, headers }, { size: body.length + 1_000 });
      return reply.send(body);
    } catch (error) {
      request.log.warn({ err: error }, 'the API did not answer');
      return reply.code(503).header('retry-after', '5').header('cache-control', 'no-store').send();
    }
  };
  app.route({ method: ['GET', 'HEAD'], url: '/image/*', handler });
  app.route({ method: ['GET', 'HEAD'], url: '/file/*', handler });
}

/** Only an address that names the version means the same bytes for ever. */
const isHoldable = (url: string, { statusCode, headers }: Awaited<ReturnType<typeof passOn>>): boolean =>
  statusCode === 200 &&
  /[?&]v=/.test(url) &&
  /\bimmutable\b/.test(String(headers['cache-control'] ?? '')) &&
  Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) <= mostBytesOfOne;

function sendHeld({ body, headers }: HeldFile, request: FastifyRequest, reply: FastifyReply) {
  reply.headers(headers);
  const etag = headers.etag;
  if (etag && request.headers['if-none-match']?.includes(etag)) {
    reply.removeHeader('content-length');
    return reply.code(304).send();
  }
  return reply.send(body);
}
