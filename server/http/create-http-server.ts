import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';

const httpServerTimeouts = { headersTimeout: 20_000, requestTimeout: 120_000, keepAliveTimeout: 72_000 };

/**
 * Requests without a body get a body stream that has already ended, because the events of such streams take a
 * noticeable part of the time of a cached page.
 */
const bodyOptions = { optimizeEmptyRequests: true };

/** Time in milliseconds without traffic after which the connection of a request in progress is closed. */
export const stalledRequestTimeoutMs = 60_000;

/**
 * Maximum number of pipelined requests that wait on one connection. Browsers do not pipeline, and proxies pipeline only
 * a few requests.
 */
export const maxQueuedRequestsPerConnection = 32;

/**
 * Handles the requests of one connection one after another, so that a client that pipelines requests does not occupy
 * many connections to the API. The queue has a limit, because Node keeps parsing requests while a response is not read.
 * A client that exceeds the limit is disconnected.
 */
function queuePerConnection(handle: RequestListener): RequestListener {
  /** The waiting requests of each connection that has a request in progress. */
  const queues = new WeakMap<Socket, (() => void)[]>();
  const startNext = (socket: Socket) => {
    const next = socket.destroyed ? undefined : queues.get(socket)?.shift();
    if (next) next();
    else queues.delete(socket);
  };
  return (request, response) => {
    const { socket } = request;
    // Requests of a destroyed socket are ignored: the parser still delivers those in the chunk that it has already
    // read.
    if (socket.destroyed) return;
    const start = () => {
      response.once('close', () => startNext(socket));
      handle(request, response);
    };
    const queue = queues.get(socket);
    if (!queue) {
      queues.set(socket, []);
      start();
    } else if (queue.length < maxQueuedRequestsPerConnection) queue.push(start);
    else {
      queues.delete(socket);
      socket.destroy();
    }
  };
}

/**
 * Creates the HTTP server of an application, with limits that keep one client from exhausting it.
 * @param fastPath Responds to requests that need no queue, and returns false for all others.
 */
export function createHttpServer(
  handle: RequestListener,
  fastPath?: (...args: Parameters<RequestListener>) => boolean,
): Server {
  const handleInOrder = queuePerConnection(handle);
  return createServer({ ...httpServerTimeouts, ...bodyOptions }, (request, response) => {
    const { socket } = request;
    const isHandled = fastPath?.(request, response);
    // A timeout of the whole server would restart a timer with each read and write. A response of the fast path needs
    // none if the kernel has accepted all of its bytes.
    if (!isHandled || socket.writableLength > 0) socket.setTimeout(stalledRequestTimeoutMs);
    if (!isHandled) handleInOrder(request, response);
  });
}
