import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/** Maximum number of pipelined requests that wait on one connection. No browser pipelines; proxies send a few at most. */
export const maxQueuedRequestsPerConnection = 32;

/**
 * Handles the requests of one connection one after another, so that pipelined requests cannot occupy one connection to
 * the API each. Node keeps parsing requests while a response is not read, so the queue needs a limit: a client that
 * exceeds it loses its connection.
 */
export function queueRequestsPerConnection(handle: RequestListener): RequestListener {
  /** The waiting requests of every connection that has a request in progress. */
  const queues = new WeakMap<Socket, (() => void)[]>();
  const startNext = (socket: Socket) => {
    const next = socket.destroyed ? undefined : queues.get(socket)?.shift();
    if (next) next();
    else queues.delete(socket);
  };
  return (request, response) => {
    const { socket } = request;
    // The parser delivers the rest of its chunk even after the socket was destroyed.
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
