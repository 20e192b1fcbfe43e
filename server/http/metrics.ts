import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { toListenError } from '#server/listen-at.ts';

/** What is counted of the process; each application adds its own figures to `registry`. */
export interface Metrics {
  registry: Registry;
  requestSeconds: Histogram<'app' | 'method' | 'route' | 'status'>;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requestSeconds = new Histogram({
    name: 'cuvee_http_request_seconds',
    help: 'Time from a request’s head to the end of its answer',
    labelNames: ['app', 'method', 'route', 'status'] as const,
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return { registry, requestSeconds };
}

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']);

/** Times every request by the pattern of its route: paths themselves would be labels without end. */
export function measureRequests(app: FastifyInstance, name: 'storefront' | 'api', metrics: Metrics): void {
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
 * Answers `/metrics` on a port of its own, so that no visitor can ever reach it through the sites' port.
 * @throws OperatorError where the port cannot be had.
 */
export async function startMetricsServer(port: number, host: string, { registry }: Metrics): Promise<Server> {
  const server = createServer(async (request, response) => {
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
    server.once('error', (error) => reject(toListenError(error, host, port, 'OPS_PORT')));
    server.listen(port, host, resolve);
  });
  return server;
}
