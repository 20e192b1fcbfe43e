import type { FastifyInstance } from 'fastify';

/**
 * The shutdown state that the applications of a process share. While it is draining, `/readyz` responds with 503 and no
 * connection is kept alive.
 */
export interface DrainState {
  isDraining: boolean;
}

/**
 * Maximum time in milliseconds for open requests after an application has stopped listening. Connections that are then
 * still open are closed.
 */
const openRequestTimeoutMs = 10_000;
const idleCheckIntervalMs = 100;

/**
 * Closes kept-alive connections while the server drains and closes. Fastify closes only those that are idle when it
 * stops listening; a connection with an open request would stay open until its keep-alive timeout
 * (fastify/fastify#7044).
 */
export function closeConnectionsOnDrain(app: FastifyInstance, drain: DrainState): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (drain.isDraining) reply.header('connection', 'close');
    done();
  });
  app.addHook('preClose', async () => {
    drain.isDraining = true;
    const idleCheck = setInterval(() => app.server.closeIdleConnections(), idleCheckIntervalMs);
    const deadline = setTimeout(() => app.server.closeAllConnections(), openRequestTimeoutMs);
    app.server.once('close', () => {
      clearInterval(idleCheck);
      clearTimeout(deadline);
    });
    idleCheck.unref();
    deadline.unref();
  });
}
