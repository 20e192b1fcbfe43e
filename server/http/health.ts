import type { FastifyInstance } from 'fastify';
import type { DrainState } from './drain-connections.ts';

/**
 * Registers `/healthz`, which responds while the process runs, and `/readyz`, which responds with 200 if the process
 * can serve requests and otherwise with 503. Call this before other hooks are registered: health checks have no host of
 * a site, and later hooks require one.
 */
export function serveHealthChecks(
  app: FastifyInstance,
  drain: DrainState,
  isReady: () => boolean | Promise<boolean>,
): void {
  app.addHook('onRequest', async (request, reply) => {
    const { url } = request.raw;
    if (!isHealthCheckUrl(url)) return;
    const isHealthy = url === '/healthz' || (!drain.isDraining && (await isReady()));
    reply
      .code(isHealthy ? 200 : 503)
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8');
    return reply.send(isHealthy ? 'ok\n' : 'not ready\n');
  });
}

export const isHealthCheckUrl = (url: string | undefined): boolean => url === '/healthz' || url === '/readyz';
