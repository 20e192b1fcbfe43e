import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

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
export function wrapListenerToQueuePerConnection(handle: RequestListener): RequestListener {
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
