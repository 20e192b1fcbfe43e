import type { ServerResponse } from 'node:http';
import { finished } from 'node:stream';
import { QueueFullError } from '#server/http/limiter.ts';

/**
 * Maximum numbers of buffered file bytes that clients have not read yet. The limit per client network has room for the
 * pictures of several pages in full size.
 */
export const unreadBufferedBytesLimits = { total: 256 * 2 ** 20, perNetwork: 32 * 2 ** 20 };

/**
 * Limits the memory of buffered files in bytes, because slow readers keep files in memory after the cache has evicted
 * them. In the total, a buffer that several responses share counts once.
 */
export function createBufferedBytesLimiter({ total, perNetwork } = unreadBufferedBytesLimits) {
  const readers = new Map<Buffer, number>();
  const byNetwork = new Map<string, number>();
  let totalBytes = 0;

  const release = (body: Buffer, network: string) => {
    const others = (readers.get(body) ?? 1) - 1;
    if (others > 0) readers.set(body, others);
    else {
      readers.delete(body);
      totalBytes -= body.length;
    }
    const left = (byNetwork.get(network) ?? 0) - body.length;
    if (left > 0) byNetwork.set(network, left);
    else byNetwork.delete(network);
  };

  return {
    /** Counts `body` as unread until the response has ended. @throws QueueFullError if a limit is reached. */
    track(body: Buffer, network: string, response: ServerResponse): void {
      // A response that is already closed emits no further event, so the bytes are released at once.
      if (body.length === 0 || response.destroyed) return;
      const added = readers.has(body) ? 0 : body.length;
      const ofNetwork = (byNetwork.get(network) ?? 0) + body.length;
      const isNetworkLimit = ofNetwork > perNetwork;
      if (totalBytes + added > total || isNetworkLimit)
        throw new QueueFullError('too many unread files', isNetworkLimit ? 'network_limit' : 'queue');
      totalBytes += added;
      readers.set(body, (readers.get(body) ?? 0) + 1);
      byNetwork.set(network, ofNetwork);
      finished(response, () => release(body, network));
    },
  };
}
