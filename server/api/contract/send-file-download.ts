import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { FileDownload } from '#shared/file-download.ts';

const fileNamePattern = /^[\w-][\w.-]*$/;

/** Sends a file that browsers save instead of showing, because it may contain untrusted text. */
export function sendFileDownload(reply: FastifyReply, type: string, { fileName, content }: FileDownload): FastifyReply {
  if (!fileNamePattern.test(fileName)) throw new Error('invalid name of a downloaded file');
  reply
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .type(type);
  const isComplete = typeof content === 'string' || content instanceof Uint8Array;
  return reply.send(isComplete ? content : Readable.from(content, { objectMode: false }));
}
