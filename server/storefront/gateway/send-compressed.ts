import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseAcceptEncoding } from '../cache/accept-encoding.ts';

/** Minimum size in bytes of a response that is compressed. A smaller response fits into one packet anyway. */
const minCompressedBytes = 1_400;
/** Fast compression level, because every response is compressed anew and speed matters more than size. */
const brotliQuality = 4;
const gzipLevel = 5;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Sends a response of the API. JSON above a minimum size is compressed, off the event loop. */
export async function sendCompressed(request: FastifyRequest, reply: FastifyReply, body: Buffer): Promise<unknown> {
  reply.header('vary', 'accept-encoding');
  const [best] = parseAcceptEncoding(request.headers['accept-encoding'] as string | undefined);
  if (!best || best === 'identity' || body.length < minCompressedBytes || !isJson(reply)) return reply.send(body);
  const compressed =
    best === 'br'
      ? await compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } })
      : await compressGzip(body, { level: gzipLevel });
  return reply.removeHeader('content-length').header('content-encoding', best).send(compressed);
}

const isJson = (reply: FastifyReply): boolean =>
  /^application\/json\b/.test(String(reply.getHeader('content-type') ?? ''));
