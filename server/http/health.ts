import type { FastifyInstance } from 'fastify';

/**
 * `/healthz`: the process is up. `/readyz`: it can serve, 503 while it cannot. Answered in the first hook, so that
 * nothing an application asks of its requests (host, site) stands before them, and without detail.
 * Call it before any other hook is added.
 */
export function serveHealthChecks(app: FastifyInstance, isReady: () => boolean | Promise<boolean>): void {
  app.addHook('onRequest', async (request, reply) => {
    const url = request.raw.url;
    if (url !== '/healthz' && url !== '/readyz') return;
    const fine = url === '/healthz' || (await isReady());
    reply
      .code(fine ? 200 : 503)
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8');
    return reply.send(fine ? 'ok\n' : 'not ready\n');
  });
}

export const isHealthCheck = (url: string | undefined): boolean => url === '/healthz' || url === '/readyz';
