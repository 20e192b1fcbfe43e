import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
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

export const matchesFileETag = ({ etag }: BufferedFile['headers'], { headers }: FastifyRequest): boolean =>
  typeof etag === 'string' && headers['if-none-match']?.includes(etag) === true;

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
