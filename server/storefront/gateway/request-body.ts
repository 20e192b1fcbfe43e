import type { IncomingMessage } from 'node:http';
import { maxBodyBytes } from '#shared/limits.ts';

export class PayloadTooLargeError extends Error {}

/** The client closed the connection before its body was complete. */
export class ClientDisconnectedError extends Error {}

/**
 * What a write is passed on with; null for nothing. JSON is whole before the API is called: the connections to it are few
 * and serve every site, and somebody who sends a byte now and then would hold one for as long as the request may last.
 * Only a multipart body, which may be large, travels while it comes.
 * @throws TooMuch
 * @throws SenderLeft
 */
export async function readRequestBody(request: IncomingMessage): Promise<Buffer | IncomingMessage | null> {
  const { 'transfer-encoding': encoding, 'content-length': length, 'content-type': type = '' } = request.headers;
  if (encoding === undefined && !Number(length)) return null;
  return /^multipart\//i.test(type) ? request : bufferRequestBody(request);
}

/**
 * @throws TooMuch
 * @throws SenderLeft
 */
export async function bufferRequestBody(request: IncomingMessage, maxBytes = maxBodyBytes): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new PayloadTooLargeError();
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof PayloadTooLargeError) throw error;
    throw new ClientDisconnectedError();
  }
  return Buffer.concat(chunks);
}
