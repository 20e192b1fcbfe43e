import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { registerLoadShedding } from '#server/http/load-shedding.ts';

test('registerLoadShedding responds with 503 under load, except to change streams and asset requests', async () => {
  const app = Fastify();
  app.get('/', async () => 'page');
  app.get('/internal/changes', async () => 'change');
  app.get('/assets/*', async () => 'style');
  // Every event loop exceeds this maximum delay, so that the server counts as overloaded.
  registerLoadShedding(app, 1e-9);
  await vi.waitFor(async () => expect((await app.inject('/')).statusCode).toBe(503), { timeout: 10_000 });
  expect((await app.inject('/internal/changes')).body).toBe('change');
  expect((await app.inject('/assets/entry.css')).body).toBe('style');
  await app.close();
});

test('registerLoadShedding lets requests pass while the event loop is responsive', async () => {
  const app = Fastify();
  app.get('/', async () => 'page');
  registerLoadShedding(app);
  expect((await app.inject('/')).body).toBe('page');
  await app.close();
});
