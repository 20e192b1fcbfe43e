import { createServer, type RequestListener, type Server } from 'node:http';
import { serializeRequests } from './serialize-requests.ts';

export const serverTimeouts = { headersTimeout: 20_000, requestTimeout: 120_000, keepAliveTimeout: 72_000 };

/** A connection on which nothing is read or written for this long is closed, in milliseconds. */
const idleSocketTimeoutMs = 60_000;

/**
 * The HTTP server of an application, with the limits that keep one client from exhausting it.
 * @param answerFast Answers requests that need no queue; returns false for those that take the normal path.
 */
export function createHttpServer(
  handle: RequestListener,
  answerFast?: (...args: Parameters<RequestListener>) => boolean,
): Server {
  const handleInOrder = serializeRequests(handle);
  const server = createServer(serverTimeouts, (request, response) => {
    if (!answerFast?.(request, response)) handleInOrder(request, response);
  });
  return server.setTimeout(idleSocketTimeoutMs);
}
