import type { IncomingMessage } from 'node:http';
import { QueueFullError } from '#server/http/limiter.ts';
import { formLimits } from '#shared/forms/form-limits.ts';
import { ClientDisconnectedError, PayloadTooLargeError } from './request-body.ts';

/** Bytes of a form besides its files and texts: boundaries and part headers. */
const maxMultipartOverhead = 256 * 1024;
export const maxFormBytes = formLimits.totalBytes + maxMultipartOverhead;

/** Maximum bytes of forms that are buffered in memory, in total and for one client network. */
const maxBufferedFormBytes = { total: 96 * 2 ** 20, perNetwork: 26 * 2 ** 20 };

export type BufferedFormForwarder = ReturnType<typeof createBufferedFormForwarder>;

/**
 * Creates a function that buffers a form before `forward` runs, so that a slow upload occupies no connection to the
 * API. The function rejects with PayloadTooLargeError, ClientDisconnectedError, or QueueFullError if too many bytes are
 * buffered. All routes of a process share one such function, because its limits apply to the whole process.
 */
export function createBufferedFormForwarder({ total, perNetwork } = maxBufferedFormBytes) {
  const byNetwork = new Map<string, number>();
  let totalBytes = 0;
  const count = (network: string, bytes: number) => {
    totalBytes += bytes;
    const ofNetwork = (byNetwork.get(network) ?? 0) + bytes;
    if (ofNetwork > 0) byNetwork.set(network, ofNetwork);
    else byNetwork.delete(network);
    return ofNetwork;
  };
  return async <T>(request: IncomingMessage, network: string, forward: (body: Buffer) => Promise<T>): Promise<T> => {
    if (Number(request.headers['content-length']) > maxFormBytes) throw new PayloadTooLargeError();
    const chunks: Buffer[] = [];
    let bytes = 0;
    try {
      for await (const chunk of readChunks(request)) {
        bytes += chunk.length;
        const isNetworkLimit = count(network, chunk.length) > perNetwork;
        if (isNetworkLimit || totalBytes > total)
          throw new QueueFullError('too many forms', isNetworkLimit ? 'network_limit' : 'queue');
        if (bytes > maxFormBytes) throw new PayloadTooLargeError();
        chunks.push(chunk);
      }
      const body = Buffer.concat(chunks);
      // The chunks are released, because they would double the memory of the form while it is passed on.
      chunks.length = 0;
      return await forward(body);
    } finally {
      count(network, -bytes);
    }
  };
}

async function* readChunks(request: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch {
    throw new ClientDisconnectedError();
  }
}
