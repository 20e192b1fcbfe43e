import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncodings } from '../cache/accept-encoding.ts';

/** Below this many bytes a packet is a packet, compressed or not. */
const leastCompressed = 1_400;
/** Answers of calls are made anew each time: the quick end of what the formats can do, already a sixth of the bytes. */
const brotliQuality = 4;
const gzipLevel = 5;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Sends what the API answered, JSON of some length in a smaller form where the browser takes one. Off the event loop. */
export async function sendCompressed(request: FastifyRequest, reply: FastifyReply, body: Buffer): Promise<unknown> {
  reply.header('vary', 'accept-encoding');
  const [best] = acceptedEncodings(request.headers['accept-encoding'] as string | undefined);
  if (!best || best === 'identity' || body.length < leastCompressed || !isJson(reply)) return reply.send(body);
  const smaller =
    best === 'br'
      ? await toBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } })
      : await toGzip(body, { level: gzipLevel });
  return reply.removeHeader('content-length').header('content-encoding', best).send(smaller);
}

const isJson = (reply: FastifyReply): boolean =>
  /^application\/json\b/.test(String(reply.getHeader('content-type') ?? ''));
