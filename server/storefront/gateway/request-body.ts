import type { IncomingMessage } from 'node:http';
import { maxJsonBodyBytes } from '#shared/limits.ts';

export class PayloadTooLargeError extends Error {}

/** Thrown if the client has closed the connection before the body of its request was complete. */
export class ClientDisconnectedError extends Error {}

/**
 * Reads the body of a write call into memory before the API is called, so that a slow client does not occupy one of the
 * few connections to the API. A multipart body may be large and is not read.
 * @returns The request itself if its body is multipart; null if it has no body.
 * @throws PayloadTooLargeError
 * @throws ClientDisconnectedError
 */
export async function bufferBodyUnlessMultipart(request: IncomingMessage): Promise<Buffer | IncomingMessage | null> {
  const { 'transfer-encoding': encoding, 'content-length': length, 'content-type': type = '' } = request.headers;
  if (encoding === undefined && !Number(length)) return null;
  return /^multipart\//i.test(type) ? request : bufferRequestBody(request);
}

/** Reads a request body into memory. @throws PayloadTooLargeError @throws ClientDisconnectedError */
export async function bufferRequestBody(request: IncomingMessage, maxBytes = maxJsonBodyBytes): Promise<Buffer> {
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
