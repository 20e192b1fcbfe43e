import type { FastifyInstance } from 'fastify';

/**
 * Ends kept-alive connections while the server closes. Fastify closes only those that are idle at that moment; one with
 * an open request would stay open until its keep-alive timeout (fastify/fastify#7044).
 */
export function drainConnections(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done();
  });
}
