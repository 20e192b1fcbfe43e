import type { FastifyInstance } from 'fastify';
import type { DrainState } from './drain-connections.ts';

/**
 * Serves `/healthz` (the process runs) and `/readyz` (200 if it can serve requests, otherwise 503). Must be called before
 * any other hook that can respond: health checks have no host of a site, which later hooks require.
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
