import { createServer, type RequestListener, type Server } from 'node:http';
import { wrapListenerToQueuePerConnection } from './wrap-listener-to-queue-per-connection.ts';

export const httpServerTimeouts = { headersTimeout: 20_000, requestTimeout: 120_000, keepAliveTimeout: 72_000 };

/**
 * Requests without a body get a body stream that has already ended, because the events of such streams take a
 * noticeable part of the time of a cached page.
 */
const bodyOptions = { optimizeEmptyRequests: true };

/** Time in milliseconds without traffic after which the connection of a request in progress is closed. */
export const stalledRequestTimeoutMs = 60_000;

/**
 * Creates the HTTP server of an application, with limits that keep one client from exhausting it.
 * @param fastPath Responds to requests that need no queue, and returns false for all others.
 */
export function createHttpServer(
  handle: RequestListener,
  fastPath?: (...args: Parameters<RequestListener>) => boolean,
): Server {
  const handleInOrder = wrapListenerToQueuePerConnection(handle);
  return createServer({ ...httpServerTimeouts, ...bodyOptions }, (request, response) => {
    const { socket } = request;
    const isHandled = fastPath?.(request, response);
    // A timeout of the whole server would restart a timer with each read and write. A response of the fast path needs
    // none if the kernel has accepted all of its bytes.
    if (!isHandled || socket.writableLength > 0) socket.setTimeout(stalledRequestTimeoutMs);
    if (!isHandled) handleInOrder(request, response);
  });
}
