import { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { isHealthCheckUrl } from './health.ts';

export const isRequestLogEnabled = ({ level }: Pick<FastifyBaseLogger, 'level'>): boolean =>
  ['info', 'debug', 'trace'].includes(level);

/**
 * Logs one line for each request that Fastify handles, except health checks. The line contains the pattern of the route
 * and never the path, which can contain a secret. Fastify's own request log must be off; see
 * `createLogControllerWithoutRequestLog`.
 * @param findSiteId Returns the id of the request's site if it is known.
 */
export function registerRequestLog(
  app: FastifyInstance,
  findSiteId: (request: FastifyRequest) => number | undefined,
): void {
  if (!isRequestLogEnabled(app.log)) return;
  app.addHook('onResponse', (request, reply, done) => {
    if (!isHealthCheckUrl(request.raw.url)) {
      request.log.info(
        {
          site: findSiteId(request),
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

export const createLogControllerWithoutRequestLog = (): LogController =>
  new LogController({ disableRequestLogging: true });
