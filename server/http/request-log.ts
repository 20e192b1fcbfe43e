import { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { isHealthCheck } from './health.ts';

/**
 * One line for each answered request: the route's pattern, never the path, which can hold a secret. Health checks are
 * left out. `siteOf` names the site where it is known. Fastify's own lines are to be off: `logController: noOwnLines()`.
 */
export function logRequests(app: FastifyInstance, siteOf: (request: FastifyRequest) => number | undefined): void {
  if (!['info', 'debug', 'trace'].includes(app.log.level)) return;
  app.addHook('onResponse', (request, reply, done) => {
    if (!isHealthCheck(request.raw.url)) {
      request.log.info(
        {
          site: siteOf(request),
          method: request.method,
          route: request.routeOptions.url ?? null,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime * 10) / 10,
        },
        'request',
      );
    }
    done();
  });
}

export const noOwnLines = (): LogController => new LogController({ disableRequestLogging: true });
