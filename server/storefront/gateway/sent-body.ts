import type { IncomingMessage } from 'node:http';
import { mostCallBytes } from '#shared/limits.ts';

/** More than a call may send. */
export class TooMuch extends Error {}

/** Whoever sent it has left before it was whole. */
export class SenderLeft extends Error {}

/**
 * What a write is passed on with; null for nothing. JSON is whole before the API is called: the connections to it are few
 * and serve every site, and somebody who sends a byte now and then would hold one for as long as the request may last.
 * Only a multipart body, which may be large, travels while it comes.
 * @throws TooMuch
 * @throws SenderLeft
 */
export async function sentBody(request: IncomingMessage): Promise<Buffer | IncomingMessage | null> {
  const { 'transfer-encoding': encoding, 'content-length': length, 'content-type': type = '' } = request.headers;
  if (encoding === undefined && !Number(length)) return null;
  return /^multipart\//i.test(type) ? request : readWhole(request);
}

/**
 * @throws TooMuch
 * @throws SenderLeft
 */
export async function readWhole(request: IncomingMessage, maxBytes = mostCallBytes): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += part.length;
      if (bytes > maxBytes) throw new TooMuch();
      parts.push(part);
    }
  } catch (error) {
    if (error instanceof TooMuch) throw error;
    throw new SenderLeft();
  }
  return Buffer.concat(parts);
}
