import { afterAll, expect, test } from 'vitest';
import { buildApi } from '#server/api/api-app.ts';
import { createDatabasePool } from '#server/api/database/connect.ts';
import { isDatabaseUnavailable } from '#server/api/database/database-unavailable.ts';
import { createLogger } from '#server/http/logger.ts';
import { testApiSecret } from '#tests/support/servers/test-api.ts';

const lines: string[] = [];
// No server listens on port 1, so that every connection to the database fails.
const db = createDatabasePool({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'nothing' });
const changes = { subscribe: () => () => {}, subscribeToSchema: () => () => {}, close: async () => {} };
const config = { apiSecret: testApiSecret, hasApiDocs: false, dataDir: '/nowhere', filesDir: '/nowhere' };
const logger = createLogger('info', { write: (line) => void lines.push(line) });
const app = await buildApi(config, { db, changes, logger });
afterAll(async () => {
  await app.close();
  await db.$client.end();
});

test('a request receives 503 with Retry-After while the database is unreachable', async () => {
  const reply = await app.inject({ url: '/product', headers: { idSite: '40', userLang: 'en' } });
  expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '5']);
  expect(reply.json()).toEqual({
    success: false,
    data: {},
    message: 'The service is not available at the moment. Please try again shortly.',
  });
  expect(lines.join('')).toContain('ECONNREFUSED');
});

test('GET /healthz returns 200 and GET /readyz 503 while the database is unreachable', async () => {
  expect((await app.inject('/healthz')).statusCode).toBe(200);
  const ready = await app.inject('/readyz');
  expect([ready.statusCode, ready.body]).toEqual([503, 'not ready: database unavailable\n']);
});

const failure = (code: string, cause?: Error) => Object.assign(new Error('failed', { cause }), { code });

test.each([
  ['a lost connection', failure('ECONNRESET'), true],
  ['a server shutdown as the cause of a failed query', new Error('Failed query', { cause: failure('57P01') }), true],
  ['a connection timeout', new Error('timeout exceeded when trying to connect'), true],
  ['a statement timeout', failure('57014'), true],
  ['an unknown column', failure('42703'), false],
  ['a constraint violation', failure('23505'), false],
  ['another error', new TypeError('x is not a function'), false],
])('the check for an unreachable database classifies %s', (_, error, isAway) =>
  expect(isDatabaseUnavailable(error)).toBe(isAway),
);
