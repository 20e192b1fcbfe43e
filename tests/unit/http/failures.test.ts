import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { type AnswerFailure, answerFailures, answerFrameworkErrors, failureOf } from '#server/http/failures.ts';
import { answerHealth } from '#server/http/health.ts';
import { createLogger, errorForLog } from '#server/http/logger.ts';
import { createMetrics, measureRequests } from '#server/http/metrics.ts';

const answer: AnswerFailure = (failure, _request, reply) => reply.send({ kind: failure.kind });

const application = (ready = true) => {
  const lines: string[] = [];
  const loggerInstance = createLogger('error', { write: (line) => lines.push(line) });
  const app = Fastify({ loggerInstance, frameworkErrors: answerFrameworkErrors(answer) });
  answerHealth(app, () => ready);
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.host === 'nobody') return reply.code(421).send();
  });
  answerFailures(app, answer);
  app.get('/item/:id', () => 'item');
  app.get('/broken', () => {
    throw new Error('secret detail');
  });
  app.post('/item', () => 'made');
  return { app, lines };
};

describe('failures', () => {
  test.each([
    ['an unknown path', { url: '/nothing' }, 404, 'not_found'],
    ['an address that cannot be decoded', { url: '/item/%E0%A4%A' }, 400, 'malformed'],
    ['a defect', { url: '/broken' }, 500, 'unexpected'],
    [
      'broken JSON',
      { method: 'POST', url: '/item', headers: { 'content-type': 'application/json' }, payload: '{' },
      400,
      'malformed',
    ],
    [
      'another type',
      { method: 'POST', url: '/item', headers: { 'content-type': 'text/csv' }, payload: 'a,b' },
      415,
      'wrong_type',
    ],
  ] as const)('%s', async (_, request, status, kind) => {
    const { app } = application();
    const reply = await app.inject(request);
    expect(reply.statusCode).toBe(status);
    expect(reply.json()).toEqual({ kind });
  });

  test('a defect is logged, and its detail stays in the log', async () => {
    const { app, lines } = application();
    const reply = await app.inject('/broken');
    expect(reply.body).not.toContain('secret detail');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      msg: 'request failed',
      route: '/broken',
      err: { message: 'secret detail' },
    });
  });

  test('a status that nobody gave is a 500', () => expect(failureOf({ statusCode: 999 }).status).toBe(500));

  test('the log keeps a failed statement but none of its values', () => {
    const error = Object.assign(new Error('Failed query: select 1\nparams: anne@example.com'), { query: 'select 1' });
    expect(JSON.stringify(errorForLog(error))).not.toContain('anne@');
  });
});

describe('health', () => {
  test.each([
    ['/healthz', true, 200],
    ['/readyz', true, 200],
    ['/readyz', false, 503],
    ['/healthz', false, 200],
  ])('%s while ready is %s answers %i, whatever the host', async (url, ready, status) => {
    const reply = await application(ready).app.inject({ url, headers: { host: 'nobody' } });
    expect(reply.statusCode).toBe(status);
  });
});

test('requests are measured by the pattern of their route', async () => {
  const { app } = application();
  const metrics = createMetrics();
  measureRequests(app, 'api', metrics);
  await app.inject('/item/12');
  await app.inject('/nothing/here');
  const text = await metrics.registry.metrics();
  expect(text).toContain('cuvee_http_request_seconds_count{app="api",method="GET",route="/item/:id",status="200"} 1');
  expect(text).not.toContain('/nothing/here');
});
