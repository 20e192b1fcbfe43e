import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Handles the requests of one connection one after another. Many may come at once, before the first is answered; handled
 * all together they would hold a connection to the API each, for as long as somebody does not care to read the answers.
 */
export function oneAtATime(handle: RequestListener): RequestListener {
  /** What waits on the connections that have a request in hand. */
  const waiting = new WeakMap<Socket, (() => void)[]>();
  const goOn = (socket: Socket) => {
    const next = socket.destroyed ? undefined : waiting.get(socket)?.shift();
    if (next) next();
    else waiting.delete(socket);
  };
  return (request, response) => {
    const { socket } = request;
    const start = () => {
      response.once('close', () => goOn(socket));
      handle(request, response);
    };
    const line = waiting.get(socket);
    if (line) line.push(start);
    else {
      waiting.set(socket, []);
      start();
    }
  };
}
