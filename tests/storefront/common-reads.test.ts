import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createApiClient } from '#server/storefront/api/api-client.ts';
import { buildStorefront } from '#server/storefront/storefront-app.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { createTemporaryFolder } from '#tests/support/fixtures/starter-site.ts';
import { createFakeRendering } from '#tests/support/servers/fake-renderer.ts';
import { sendRequestWithAnyHost } from '#tests/support/servers/raw-request.ts';
import {
  createSiteConfig,
  startStorefrontFixture,
  writeSiteConfig,
} from '#tests/support/servers/storefront-fixture.ts';
import { startTestApi, type TestApi, testApiSecret } from '#tests/support/servers/test-api.ts';

vi.setConfig({ testTimeout: 60_000 });

const host = 'domaine.example';
const paths = ['/parameter', '/page/tree'];
let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
  await seedEstate(api.db, api.filesDir, { id: 40, mark: 'Domaine' });
});

/** Starts a storefront in front of the real API. */
async function startStorefront(): Promise<number> {
  const origin = await api.app.listen({ port: 0, host: '127.0.0.1' });
  const sitesDir = await createTemporaryFolder();
  writeSiteConfig(sitesDir, 'domaine', createSiteConfig(40, host));
  const app = await buildStorefront(
    { sitesDir, hasLocalNames: false, trustProxy: [], hasApiDocs: false },
    {
      api: createApiClient(origin, testApiSecret),
      rendering: createFakeRendering(sitesDir),
      logger: pino({ level: 'silent' }),
    },
  );
  onTestFinished(() => app.close());
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

test('100 connections of one address get the same answers to common reads as the API gives, and no refusal', async () => {
  const port = await startStorefront();
  const expected = await Promise.all(paths.map((path) => api.call(path, { lang: 'fr_FR' })));
  const load = Array.from({ length: 100 }, async (_, connection) => {
    const answers: { status: number; isSame: boolean }[] = [];
    for (let call = 0; call < 20; call++) {
      const index = (connection + call) % paths.length;
      const { status, body } = await sendRequestWithAnyHost(port, `/api${paths[index]}`, { host });
      answers.push({ status, isSame: body.equals(expected[index]?.bytes ?? Buffer.alloc(0)) });
    }
    return answers;
  });
  const answers = (await Promise.all(load)).flat();
  expect(answers).toHaveLength(2_000);
  expect(answers.filter(({ status, isSame }) => status !== 200 || !isSame)).toEqual([]);
});

test('a common read waits for no other calls of the same network, whose own surplus is a 429 that says when to retry', async () => {
  const fixture = await startStorefrontFixture({ apiTimeoutMs: 20_000 });
  onTestFinished(() => fixture.close());
  await fixture.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = fixture.app.server.address() as AddressInfo;
  const pending: ServerResponse[] = [];
  fixture.api.handlers['/product'] = (_request, response) => void pending.push(response);
  const calls = Array.from({ length: 100 }, (_, page) => sendRequestWithAnyHost(port, `/api/product?page=${page}`));
  let refusals = 0;
  for (const call of calls) void call.then(({ status }) => (refusals += Number(status === 429)));
  // 16 calls run and 64 wait.
  await vi.waitFor(() => expect(refusals).toBe(20), { timeout: 4_000 });
  const refused = await Promise.race(calls);
  expect(refused.status).toBe(429);
  expect(refused.headers['retry-after']).toBe('2');
  expect(JSON.parse(refused.text)).toMatchObject({
    success: false,
    message: 'Trop de demandes en peu de temps. Veuillez réessayer dans un instant.',
  });
  expect((await sendRequestWithAnyHost(port, '/api/parameter')).status).toBe(200);
  const end = (response: ServerResponse) => void response.end('{"success":true,"data":{},"message":""}');
  fixture.api.handlers['/product'] = (_request, response) => end(response);
  for (const response of pending) end(response);
  const statuses = new Set((await Promise.all(calls)).map(({ status }) => status));
  expect(statuses).toEqual(new Set([200, 429]));
});

test('a member does not share the answer to a common read with visitors', async () => {
  const fixture = await startStorefrontFixture();
  onTestFinished(() => fixture.close());
  await fixture.app.inject({ url: '/api/parameter', headers: { cookie: `token=${'a'.repeat(43)}` } });
  expect(fixture.api.requests.find(({ name }) => name === 'GET /parameter')?.headers.authorization).toMatch(/^Bearer /);
});
