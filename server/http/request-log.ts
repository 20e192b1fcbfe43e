import { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { isHealthCheck } from './health.ts';

/** Whether requests are logged at the logger's level. */
export const logsRequests = ({ level }: Pick<FastifyBaseLogger, 'level'>): boolean =>
  ['info', 'debug', 'trace'].includes(level);

/**
 * Logs one line for each request: the route's pattern, never the path, which can hold a secret. Health checks are left
 * out. `siteOf` returns the site where it is known. Fastify's own request log must be off: `noFrameworkRequestLog()`.
 */
export function logRequests(app: FastifyInstance, siteOf: (request: FastifyRequest) => number | undefined): void {
  if (!logsRequests(app.log)) return;
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

export const noFrameworkRequestLog = (): LogController => new LogController({ disableRequestLogging: true });
