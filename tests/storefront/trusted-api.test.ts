import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { buildHeader, readBuildId } from '#server/build-id.ts';
import { type ApiTrust, createApiClient } from '#server/storefront/api/api-client.ts';
import { startTestApi, testApiSecret } from '#tests/support/servers/test-api.ts';

const context = { siteId: 40, folder: 'domaine', lang: 'fr_FR', requestId: 'one' } as const;
const violation = { status: 200, data: { name: 1 }, bytes: 10 };

/** Starts an API whose answers violate the contract, and reads from it, alone and together with another read. */
async function readViolation(trust: ApiTrust, build: string | null) {
  const requests: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    requests.push(request.headers);
    if (build !== null) response.setHeader(buildHeader, build);
    const isTogether = request.url === '/internal/page-data';
    const { data } = violation;
    response.end(
      JSON.stringify(isTogether ? { answers: [violation, violation] } : { success: true, message: '', data }),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = createApiClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'secret', { trust });
  onTestFinished(async () => {
    await client.close();
    server.close();
  });
  const read = () =>
    client.read('GET /parameter', {}, context).then(
      ({ data }) => data,
      ({ status }) => status,
    );
  const alone = await read();
  const together = await Promise.all([read(), read()]);
  return { requests, answers: [alone, ...together] };
}

test('responses of an API of the same build are taken as they are', async () => {
  const { answers, requests } = await readViolation('own-build', readBuildId());
  expect(answers).toEqual([violation.data, violation.data, violation.data]);
  expect(requests.map((headers) => headers[buildHeader])).toEqual([readBuildId(), readBuildId()]);
});

test.each([
  ['of another build', 'own-build', 'another'],
  ['of a version that names no build', 'own-build', null],
  ['of the same build in tests and development', 'none', readBuildId()],
] as const)('responses of an API %s are validated', async (_, trust, build) => {
  expect((await readViolation(trust, build)).answers).toEqual([503, 503, 503]);
});

test('the API names its build to a storefront that names its own, and to no other caller', async () => {
  const api = await startTestApi();
  const origin = await api.app.listen({ port: 0, host: '127.0.0.1' });
  const ask = async (headers: Record<string, string>) =>
    (await fetch(`${origin}/parameter`, { headers: { idsite: '40', ...headers } })).headers.get(buildHeader);
  const secret = { 'x-api-secret': testApiSecret };
  expect(await ask({ ...secret, [buildHeader]: 'any' })).toBe(readBuildId());
  expect(await ask(secret)).toBeNull();
  expect(await ask({ [buildHeader]: 'any' })).toBeNull();
  expect(await ask({ 'x-api-secret': 'wrong', [buildHeader]: 'any' })).toBeNull();
});
