import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { shedLoad } from '#server/http/load-shedding.ts';

test('a late server refuses visitors, but not the storefronts that listen for changes, nor the styles of pages it has answered', async () => {
  const app = Fastify();
  app.get('/', async () => 'page');
  app.get('/internal/changes', async () => 'word');
  app.get('/assets/*', async () => 'style');
  // No event loop is as quick as this.
  await shedLoad(app, 1e-9);
  await vi.waitFor(async () => expect((await app.inject('/')).statusCode).toBe(503), { timeout: 10_000 });
  expect((await app.inject('/internal/changes')).body).toBe('word');
  expect((await app.inject('/assets/entry.css')).body).toBe('style');
  await app.close();
});

test('a server that is in time answers everybody', async () => {
  const app = Fastify();
  app.get('/', async () => 'page');
  await shedLoad(app);
  expect((await app.inject('/')).body).toBe('page');
  await app.close();
});
