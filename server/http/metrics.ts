import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { toListenError } from '#server/listen-at.ts';
import { describeUnready } from './health.ts';

/** The metrics of the process. Each application adds its metrics to `registry`. */
export interface ServerMetrics {
  registry: Registry;
  requestSeconds: Histogram<'app' | 'method' | 'route' | 'status'>;
  /** Counts connections that were refused; see `limitConnections`. */
  refusedConnections: Counter<'cause'>;
}

export function createMetrics(): ServerMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requestSeconds = new Histogram({
    name: 'cuvee_http_request_seconds',
    help: 'Time from a request’s head to the end of its response',
    labelNames: ['app', 'method', 'route', 'status'] as const,
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const refusedConnections = new Counter({
    name: 'cuvee_connections_refused_total',
    help: 'Refused connections, by cause: total, network, descriptors',
    labelNames: ['cause'] as const,
    registers: [registry],
  });
  return { registry, requestSeconds, refusedConnections };
}

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']);

/**
 * Measures the duration of every request that Fastify handles, which excludes cached pages of the fast path, under the
 * pattern of its route. Paths are not used, because they would be an unbounded number of labels.
 */
export function registerRequestMetrics(app: FastifyInstance, name: 'storefront' | 'api', metrics: ServerMetrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    metrics.requestSeconds.observe(
      {
        app: name,
        method: knownMethods.has(request.method) ? request.method : 'other',
        route: request.routeOptions.url ?? 'none',
        status: String(reply.statusCode),
      },
      reply.elapsedTime / 1000,
    );
    done();
  });
}

/**
 * Serves `/metrics` on a separate port, so that it can be kept from visitors. `/healthz` is served there as well,
 * because a worker has no other port, and `/readyz` with the reason for which the process is not ready.
 * @param findReason Returns that reason; empty if the process is ready.
 * @throws OperatorError if the port is not available.
 */
export async function startMetricsServer(
  port: number,
  host: string,
  { registry }: ServerMetrics,
  findReason: () => Promise<string> = async () => '',
): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (request.url === '/readyz') {
      const reason = await findReason();
      response
        .writeHead(reason === '' ? 200 : 503, { 'content-type': 'text/plain; charset=utf-8' })
        .end(reason === '' ? 'ok\n' : describeUnready(reason, true));
      return;
    }
    if (request.url === '/healthz') {
      response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end('ok\n');
      return;
    }
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end();
      return;
    }
    try {
      const text = await registry.metrics();
      response.writeHead(200, { 'content-type': registry.contentType }).end(text);
    } catch (error) {
      response.writeHead(500).end(error instanceof Error ? error.message : 'metrics failed');
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(toListenError(error, host, port, 'OPS_PORT', 'OPS_HOST')));
    server.listen(port, host, resolve);
  });
  return server;
}
