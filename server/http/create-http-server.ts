import { createServer, type RequestListener, type Server } from 'node:http';
import { queueRequestsPerConnection } from './queue-requests-per-connection.ts';

export const httpServerTimeouts = { headersTimeout: 20_000, requestTimeout: 120_000, keepAliveTimeout: 72_000 };

/**
 * Requests without a body get a body stream that has already ended, because the events of such streams take a
 * noticeable part of the time of a cached page.
 */
const bodyOptions = { optimizeEmptyRequests: true };

/** Time in milliseconds without traffic after which a connection is closed. */
const idleSocketTimeoutMs = 60_000;

/**
 * Creates the HTTP server of an application, with limits that keep one client from exhausting it.
 * @param fastPath Responds to requests that need no queue, and returns false for all others.
 */
export function createHttpServer(
  handle: RequestListener,
  fastPath?: (...args: Parameters<RequestListener>) => boolean,
): Server {
  const handleInOrder = queueRequestsPerConnection(handle);
  const server = createServer({ ...httpServerTimeouts, ...bodyOptions }, (request, response) => {
    if (!fastPath?.(request, response)) handleInOrder(request, response);
  });
  return server.setTimeout(idleSocketTimeoutMs);
}
