import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';
import { toListenError } from '#server/listen-at.ts';
import { describeUnready, isHealthCheckUrl } from './health.ts';
import type { RefusalCause } from './refusals.ts';

interface MetricDefinition {
  type: 'counter' | 'gauge' | 'histogram';
  help: string;
  labels?: readonly string[];
  buckets?: number[];
  /** `max` for a value that several processes measure; by default their values are added up. */
  aggregator?: 'max';
}

/** All metrics of the product. docs/operators/metrics.md lists them for operators. */
export const metricDefinitions = {
  cuvee_http_request_seconds: {
    type: 'histogram',
    help: 'Time from a request’s head to the end of its response',
    labels: ['app', 'method', 'route', 'status'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  },
  cuvee_refusals_total: {
    type: 'counter',
    help: 'Responses with the status 429 or 503, by cause',
    labels: ['app', 'status', 'cause'],
  },
  cuvee_connections_refused_total: {
    type: 'counter',
    help: 'Refused connections, by cause: total, network, descriptors',
    labels: ['cause'],
  },
  cuvee_pages_total: {
    type: 'counter',
    help: 'Responses with pages, by result: hit, not_modified, stale, stale_if_error, shared, miss, uncacheable',
    labels: ['site', 'kind', 'result'],
  },
  cuvee_page_renders_total: {
    type: 'counter',
    help: 'Rendered pages, revalidation in the background included',
    labels: ['site', 'kind'],
  },
  cuvee_page_cache_entries: { type: 'gauge', help: 'Pages in the cache' },
  cuvee_page_cache_bytes: { type: 'gauge', help: 'Bytes of the pages in the cache, in all encodings' },
  cuvee_purges_total: {
    type: 'counter',
    help: 'Calls that purge a cache in front, by result: sent, failed, or expired if they were given up',
    labels: ['result'],
  },
  cuvee_purges_waiting: { type: 'gauge', help: 'Purges that wait for their call or for its next attempt' },
  cuvee_database_pool_size: {
    type: 'gauge',
    help: 'Maximum number of connections, by pool: api, worker, jobs',
    labels: ['pool'],
  },
  cuvee_database_connections_used: { type: 'gauge', help: 'Connections of the pool in use', labels: ['pool'] },
  cuvee_database_waiting: { type: 'gauge', help: 'Calls that wait for a connection of the pool', labels: ['pool'] },
  cuvee_slow_statements_total: {
    type: 'counter',
    help: 'Statements of the database that took a second or more, by pool',
    labels: ['pool'],
  },
  cuvee_jobs: {
    type: 'gauge',
    help: 'Jobs of all processes that wait or run: fresh, or tried if they have failed at least once',
    labels: ['state'],
    aggregator: 'max',
  },
  cuvee_oldest_job_seconds: {
    type: 'gauge',
    help: 'Time for which the oldest due job has waited or run',
    aggregator: 'max',
  },
  cuvee_processes: { type: 'gauge', help: 'Running processes of a server with several, by role', labels: ['role'] },
  cuvee_process_restarts_total: {
    type: 'counter',
    help: 'Processes that ended and were started again, by role',
    labels: ['role'],
  },
  cuvee_mails_total: {
    type: 'counter',
    help: 'Attempts to send a mail: sent, tried if it is tried again, or given_up',
    labels: ['result'],
  },
} as const satisfies Record<string, MetricDefinition>;

type MetricName = keyof typeof metricDefinitions;
type Definition<N extends MetricName> = (typeof metricDefinitions)[N];
type LabelOf<N extends MetricName> = Definition<N> extends { labels: readonly (infer L extends string)[] } ? L : never;
type MetricOf<N extends MetricName> = {
  counter: Counter<LabelOf<N>>;
  gauge: Gauge<LabelOf<N>>;
  histogram: Histogram<LabelOf<N>>;
}[Definition<N>['type']];

/** The metrics of the process. A metric of the list is exposed from its first use, so each process has only its own. */
export interface ServerMetrics {
  registry: Registry;
  /**
   * Returns a metric of the list.
   * @param read Sets the value when the metrics are scraped. Each of several readers sets other labels.
   */
  get<N extends MetricName>(name: N, read?: (metric: MetricOf<N>) => unknown): MetricOf<N>;
}

export function createMetrics(): ServerMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const used = new Map<MetricName, { metric: unknown; readers: ((metric: never) => unknown)[] }>();
  const create = (name: MetricName) => {
    const { type, help, labels = [], buckets, aggregator }: MetricDefinition = metricDefinitions[name];
    const readers: ((metric: never) => unknown)[] = [];
    const collect = async () => {
      await Promise.all(readers.map((read) => read(metric as never)));
    };
    const options = {
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      collect,
      ...(aggregator && { aggregator }),
    };
    const metric =
      type === 'histogram'
        ? new Histogram({ ...options, ...(buckets && { buckets }) })
        : type === 'gauge'
          ? new Gauge(options)
          : new Counter(options);
    return { metric, readers };
  };
  return {
    registry,
    get<N extends MetricName>(name: N, read?: (metric: MetricOf<N>) => unknown) {
      const entry = used.get(name) ?? create(name);
      used.set(name, entry);
      if (read) entry.readers.push(read as (metric: never) => unknown);
      return entry.metric as MetricOf<N>;
    },
  };
}

/** The values of all metrics of one process. */
export type ProcessMetrics = MetricObjectWithValues<MetricValue<string>>[];

/** Combines the metrics of several processes into the text of one scrape. */
export const combineMetrics = (processes: readonly ProcessMetrics[]): Promise<string> =>
  AggregatorRegistry.aggregate([...processes]).metrics();

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']);

/**
 * Measures the duration of every request that Fastify handles, which excludes cached pages of the fast path, under the
 * pattern of its route. Paths are not used, because they would be an unbounded number of labels. Counts refusals by
 * their cause.
 */
export function registerRequestMetrics(app: FastifyInstance, name: 'storefront' | 'api', metrics: ServerMetrics): void {
  const seconds = metrics.get('cuvee_http_request_seconds');
  const refusals = metrics.get('cuvee_refusals_total');
  // The storefront passes on the API's refusals, and the API names a cause for all but the attempts that it counts.
  const defaultCause = (status: number): RefusalCause =>
    name === 'storefront' ? 'api' : status === 429 ? 'rate_limit' : 'other';
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode } = reply;
    const status = String(statusCode);
    seconds.observe(
      {
        app: name,
        method: knownMethods.has(request.method) ? request.method : 'other',
        route: request.routeOptions.url ?? 'none',
        status,
      },
      reply.elapsedTime / 1000,
    );
    if ((statusCode === 429 || statusCode === 503) && !isHealthCheckUrl(request.raw.url))
      refusals.inc({ app: name, status, cause: request.refusalCause ?? defaultCause(statusCode) });
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
  { registry }: { registry: { contentType: string; metrics(): Promise<string> } },
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
