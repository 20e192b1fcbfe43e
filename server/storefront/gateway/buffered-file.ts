import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import { parseAcceptEncoding } from '../cache/accept-encoding.ts';
import { selectForwardedResponseHeaders } from './forward-to-api.ts';

export interface BufferedFile {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer;
}

/** Maximum bytes of a buffered file. Larger files, such as videos, are streamed. */
const maxBufferedBytes = 2 * 2 ** 20;

export function isSmallEnoughToBuffer({ statusCode, headers }: Dispatcher.ResponseData, method: string): boolean {
  if (method === 'HEAD' || statusCode === 304) return true;
  return Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) <= maxBufferedBytes;
}

export const bufferApiFile = async (response: Dispatcher.ResponseData): Promise<BufferedFile> => ({
  status: response.statusCode,
  headers: selectForwardedResponseHeaders(response),
  body: Buffer.from(await response.body.arrayBuffer()),
});

/** Checks whether a file never changes: its URL contains a version, so it always refers to the same bytes. */
export const isImmutableFile = (url: string, { status, headers }: BufferedFile): boolean =>
  status === 200 && /[?&]v=/.test(url) && /\bimmutable\b/.test(String(headers['cache-control'] ?? ''));

/** Checks whether a file is a picture of which the API is making a smaller format. */
export const isProvisionalPicture = (url: string, { status, headers }: BufferedFile): boolean =>
  status === 200 &&
  /[?&]v=/.test(url) &&
  headers.vary === 'accept' &&
  String(headers['cache-control']).startsWith('public');

export const matchesFileETag = ({ etag }: BufferedFile['headers'], { headers }: FastifyRequest): boolean =>
  typeof etag === 'string' && headers['if-none-match']?.includes(etag.replace(/^W\//, '')) === true;

const compressibleTypes = /^(?:image\/svg\+xml|text\/|application\/(?:json|xml|javascript)\b)/;
/** Minimum size in bytes of a file that is compressed. A smaller one fits into one packet anyway. */
const minCompressedBytes = 1_400;
/** Higher levels than for pages, because a file is compressed once. */
const brotliQuality = 9;
const gzipLevel = 9;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export const isCompressibleFile = ({ headers }: BufferedFile): boolean =>
  compressibleTypes.test(String(headers['content-type'] ?? ''));

/**
 * Creates a function that returns a file in the best encoding that the client accepts. Each file is compressed once in
 * each encoding, off the event loop; the result is kept as long as the file itself.
 */
export function createFileCompressor() {
  const encoded = new WeakMap<BufferedFile, Map<string, Promise<BufferedFile>>>();
  return async (file: BufferedFile, request: FastifyRequest): Promise<BufferedFile> => {
    if (!isCompressibleFile(file)) return file;
    const plain = { ...file, headers: { ...file.headers, vary: 'accept-encoding' } };
    const [best] = parseAcceptEncoding(request.headers['accept-encoding'] as string | undefined);
    if (!best || best === 'identity' || file.body.length < minCompressedBytes) return plain;
    const known = encoded.get(file) ?? new Map<string, Promise<BufferedFile>>();
    encoded.set(file, known);
    const compressed = known.get(best) ?? compressFile(plain, best);
    known.set(best, compressed);
    return compressed;
  };
}

async function compressFile(plain: BufferedFile, encoding: 'br' | 'gzip'): Promise<BufferedFile> {
  const body =
    encoding === 'br'
      ? await compressBrotli(plain.body, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } })
      : await compressGzip(plain.body, { level: gzipLevel });
  if (body.length >= plain.body.length) return plain;
  const { etag } = plain.headers;
  // The bytes of the encodings differ, so the ETag that they share is weak.
  const weakETag = typeof etag === 'string' && !etag.startsWith('W/') ? `W/${etag}` : etag;
  const headers = { ...plain.headers, 'content-encoding': encoding, 'content-length': String(body.length) };
  return { ...plain, headers: weakETag === undefined ? headers : { ...headers, etag: weakETag }, body };
}

export function sendBufferedFile(
  { status, headers, body }: BufferedFile,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  reply.code(status).headers(headers);
  if (status === 200 && matchesFileETag(headers, request)) {
    reply.removeHeader('content-length');
    return reply.code(304).send();
  }
  return request.method === 'HEAD' || status === 304 ? reply.send() : reply.send(body);
}
