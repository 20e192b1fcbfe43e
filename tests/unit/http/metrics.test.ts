import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { RenderTimeoutError } from '#server/api/pdf/worker-pool.ts';
import { registerFailureHandlers } from '#server/http/failures.ts';
import { serveHealthChecks } from '#server/http/health.ts';
import { QueueFullError } from '#server/http/limiter.ts';
import { registerLoadShedding } from '#server/http/load-shedding.ts';
import { createMetrics, metricDefinitions, registerRequestMetrics } from '#server/http/metrics.ts';
import { refusalCauses } from '#server/http/refusals.ts';

const readRows = (start: string): string[][] => {
  const lines = readFileSync('docs/operators/metrics.md', 'utf8').split('\n');
  const first = lines.findIndex((line) => line.startsWith(`| ${start}`)) + 2;
  const last = lines.findIndex((line, index) => index > first && line === '');
  return lines.slice(first, last).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
};

describe('docs/operators/metrics.md', () => {
  test('lists every metric with type, labels and meaning', () => {
    const defined = Object.entries(metricDefinitions).map(([name, { type, help, ...rest }]) => {
      const labels = 'labels' in rest ? rest.labels.map((label) => `\`${label}\``).join(', ') : '';
      return [`\`${name}\``, type, labels, help];
    });
    expect(readRows('metric')).toEqual(defined);
  });

  test('lists every cause of a refusal', () =>
    expect(readRows('cause')).toEqual(
      Object.entries(refusalCauses).map(([cause, meaning]) => [`\`${cause}\``, meaning]),
    ));
});

test('metrics are created from the list alone', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const creating = files.filter((file) => readFileSync(join('server', file), 'utf8').includes("from 'prom-client'"));
  expect(creating).toEqual(['http/metrics.ts']);
});

test('a metric is exposed from its first use, with the help of the list, and its readers run at each scrape', async () => {
  const metrics = createMetrics();
  expect(await metrics.registry.metrics()).not.toContain('cuvee_');
  let entries = 3;
  metrics.get('cuvee_page_cache_entries', (gauge) => gauge.set(entries));
  metrics.get('cuvee_database_waiting', (gauge) => gauge.set({ pool: 'api' }, 1));
  metrics.get('cuvee_database_waiting', (gauge) => gauge.set({ pool: 'jobs' }, 2));
  const text = await metrics.registry.metrics();
  expect(text).toContain('# HELP cuvee_page_cache_entries Pages in the cache\n');
  expect(text).toContain('cuvee_page_cache_entries 3\n');
  expect(text).toContain('cuvee_database_waiting{pool="api"} 1\ncuvee_database_waiting{pool="jobs"} 2\n');
  entries = 4;
  expect(await metrics.registry.metrics()).toContain('cuvee_page_cache_entries 4\n');
});

describe('refusals', () => {
  const withCode = (code: string) => Object.assign(new Error(code), { code });
  const errors: [cause: string, error: Error, status: number][] = [
    ['queue', new QueueFullError('full'), 503],
    ['site_limit', new QueueFullError('full', 'site_limit'), 503],
    ['network_limit', new QueueFullError('full', 'network_limit'), 429],
    ['timeout', new RenderTimeoutError('late'), 503],
    ['descriptors', withCode('EMFILE'), 503],
    ['disk', withCode('ENOSPC'), 503],
    ['database', withCode('57014'), 503],
    ['other', Object.assign(new Error('closed'), { statusCode: 503 }), 503],
  ];

  const createApp = (thrown?: Error, maxDelayMs?: number) => {
    const app = Fastify();
    const metrics = createMetrics();
    serveHealthChecks(app, { isDraining: true }, async () => '');
    registerFailureHandlers(
      app,
      (_failure, _request, reply) => reply.send({}),
      ({ message }) => message === '57014',
      { report: async ({ message }: Error) => message === 'ENOSPC', findReason: async () => '' } as never,
    );
    registerRequestMetrics(app, 'api', metrics);
    if (maxDelayMs !== undefined) registerLoadShedding(app, maxDelayMs);
    app.get('/', () => {
      if (thrown) throw thrown;
      return {};
    });
    return { app, read: () => metrics.registry.metrics() };
  };

  test.each(errors)('are counted with the cause %s of an error', async (cause, error, status) => {
    const { app, read } = createApp(error);
    expect((await app.inject('/')).statusCode).toBe(status);
    expect(await read()).toContain(`cuvee_refusals_total{app="api",status="${status}",cause="${cause}"} 1`);
  });

  test('are counted with the cause load while the event loop is late', async () => {
    const { app, read } = createApp(undefined, -1);
    expect((await app.inject('/')).statusCode).toBe(503);
    expect(await read()).toContain('cuvee_refusals_total{app="api",status="503",cause="load"} 1');
  });

  test('do not include health checks and other statuses', async () => {
    const { app, read } = createApp();
    expect((await app.inject('/readyz')).statusCode).toBe(503);
    expect((await app.inject('/')).statusCode).toBe(200);
    expect((await app.inject('/unknown')).statusCode).toBe(404);
    expect(await read()).not.toContain('cuvee_refusals_total{');
  });
});
