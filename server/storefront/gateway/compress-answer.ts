import { pipeline } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import { acceptedEncodings } from '../cache/accept-encoding.ts';

/** Below this many bytes a packet is a packet, compressed or not. */
const leastCompressed = 1_400;
/** Answers of calls are made anew each time: the quick end of what the formats can do, already a sixth of the bytes. */
const brotliQuality = 4;
const gzipLevel = 5;

/** Sends the API's body, JSON of some length in a smaller form where the browser takes one. Off the event loop. */
export function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  { headers, body }: Dispatcher.ResponseData,
) {
  reply.header('vary', 'accept-encoding');
  const [best] = acceptedEncodings(request.headers['accept-encoding'] as string | undefined);
  if (!best || best === 'identity' || request.method === 'HEAD' || !isWorthIt(headers)) return reply.send(body);
  const compressor =
    best === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } })
      : createGzip({ level: gzipLevel });
  reply.removeHeader('content-length').header('content-encoding', best);
  return reply.send(
    pipeline(body, compressor, (error) => {
      if (error) request.log.warn({ err: error }, 'an answer of the API broke off');
    }),
  );
}

const isWorthIt = (headers: Dispatcher.ResponseData['headers']): boolean =>
  /^application\/json\b/.test(String(headers['content-type'] ?? '')) &&
  Number(headers['content-length'] ?? leastCompressed) >= leastCompressed;
