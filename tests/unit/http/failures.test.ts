import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import {
  createFrameworkErrorHandler,
  registerFailureHandlers,
  type SendHttpFailure,
  toHttpFailure,
} from '#server/http/failures.ts';
import { serveHealthChecks } from '#server/http/health.ts';
import { createLogger, serializeError } from '#server/http/logger.ts';
import { createMetrics, registerRequestMetrics } from '#server/http/metrics.ts';

const send: SendHttpFailure = (failure, _request, reply) => reply.send({ kind: failure.kind });

const createApp = (isReady = true) => {
  const logLines: string[] = [];
  const loggerInstance = createLogger('error', { write: (line) => logLines.push(line) });
  const app = Fastify({ loggerInstance, frameworkErrors: createFrameworkErrorHandler(send) });
  serveHealthChecks(app, { isDraining: false }, async () => (isReady ? '' : 'database unavailable'));
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.host === 'unknown.example') return reply.code(421).send();
  });
  registerFailureHandlers(app, send);
  app.get('/item/:id', () => 'item');
  app.get('/broken', () => {
    throw new Error('secret detail');
  });
  app.post('/item', () => 'created');
  return { app, logLines };
};

describe('registerFailureHandlers', () => {
  test.each([
    ['responds to an unknown path with 404', { url: '/nothing' }, 404, 'not_found'],
    ['responds to a path that cannot be decoded with 400', { url: '/item/%E0%A4%A' }, 400, 'malformed'],
    ['responds to an unexpected error with 500', { url: '/broken' }, 500, 'unexpected'],
    [
      'responds to malformed JSON with 400',
      { method: 'POST', url: '/item', headers: { 'content-type': 'application/json' }, payload: '{' },
      400,
      'malformed',
    ],
    [
      'responds to an unsupported content type with 415',
      { method: 'POST', url: '/item', headers: { 'content-type': 'text/csv' }, payload: 'a,b' },
      415,
      'wrong_type',
    ],
  ] as const)('%s', async (_, request, status, kind) => {
    const { app } = createApp();
    const reply = await app.inject(request);
    expect(reply.statusCode).toBe(status);
    expect(reply.json()).toEqual({ kind });
  });

  test('logs the details of an unexpected error and does not send them', async () => {
    const { app, logLines } = createApp();
    const reply = await app.inject('/broken');
    expect(reply.body).not.toContain('secret detail');
    expect(JSON.parse(logLines[0] ?? '')).toMatchObject({
      msg: 'request failed',
      route: '/broken',
      err: { message: 'secret detail' },
    });
  });

  test('toHttpFailure returns 500 for an invalid status', () =>
    expect(toHttpFailure({ statusCode: 999 }).status).toBe(500));

  test('serializeError keeps a failed statement without its parameters', () => {
    const error = Object.assign(new Error('Failed query: select 1\nparams: anne@example.com'), { query: 'select 1' });
    expect(JSON.stringify(serializeError(error))).not.toContain('anne@');
  });
});

describe('health', () => {
  test.each([
    ['/healthz', true, 200],
    ['/readyz', true, 200],
    ['/readyz', false, 503],
    ['/healthz', false, 200],
  ])('GET %s while ready is %s responds with %i for any host', async (url, ready, status) => {
    const reply = await createApp(ready).app.inject({ url, headers: { host: 'unknown.example' } });
    expect(reply.statusCode).toBe(status);
  });
});

test('registerRequestMetrics labels requests with the pattern of their route', async () => {
  const { app } = createApp();
  const metrics = createMetrics();
  registerRequestMetrics(app, 'api', metrics);
  await app.inject('/item/12');
  await app.inject('/nothing/here');
  const text = await metrics.registry.metrics();
  expect(text).toContain('cuvee_http_request_seconds_count{app="api",method="GET",route="/item/:id",status="200"} 1');
  expect(text).not.toContain('/nothing/here');
});
