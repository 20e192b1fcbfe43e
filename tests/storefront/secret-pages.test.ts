import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { waitUntil } from '#tests/support/servers/fake-api.ts';
import { sendRequestWithAnyHost } from '#tests/support/servers/raw-request.ts';
import { type StorefrontFixture, startStorefrontFixture } from '#tests/support/servers/storefront-fixture.ts';

let fixture: StorefrontFixture;
let port: number;

beforeEach(async () => {
  fixture = await startStorefrontFixture({ apiTimeoutMs: 300 });
  await fixture.app.listen({ port: 0, host: '127.0.0.1' });
  port = (fixture.app.server.address() as AddressInfo).port;
});
afterEach(() => fixture.close());

const address = '/secret/k3y-of-the-mail';
const visit = (path = address, method = 'GET', headers: Record<string, string> = {}) =>
  sendRequestWithAnyHost(port, path, { method, headers });
const secretHeaders = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
const logText = () => JSON.stringify(fixture.log);

describe('page at a secret address', () => {
  test('sends no-store, no-referrer and no ETag', async () => {
    for (const method of ['GET', 'HEAD', 'GET']) {
      const response = await visit(address, method);
      expect(response.status).toBe(200);
      expect(response.headers).toMatchObject(secretHeaders);
      expect(response.headers.etag).toBeUndefined();
      expect(response.text.includes('first')).toBe(method === 'GET');
    }
    expect((await visit('/contact')).headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
  });

  test('is rendered for each request, also for concurrent ones', async () => {
    const gate = Promise.withResolvers<void>();
    fixture.rendering.gate = gate.promise;
    const visits = Array.from({ length: 5 }, () => visit());
    await waitUntil(() => fixture.rendering.renderedPaths.length === 5);
    gate.resolve();
    for (const response of await Promise.all(visits)) expect(response.status).toBe(200);
    await visit();
    expect(fixture.rendering.renderedPaths).toHaveLength(6);
  });

  test.each([
    ['it is found', () => {}],
    ['it is not found', () => setStatus(404)],
    ['the API fails', () => setStatus(503)],
    ['its render fails', failRender],
    ['the API is down', () => fixture.api.stop()],
  ])('is not logged and stays secret when %s', async (_, prepare) => {
    await prepare();
    expect((await visit()).headers).toMatchObject(secretHeaders);
    expect((await visit(`${address}?from=mail`)).headers).toMatchObject(secretHeaders);
    await fixture.app.close();
    expect(fixture.log.some(({ msg }) => msg === 'request')).toBe(true);
    expect(logText()).not.toContain('k3y');
    fixture = await startStorefrontFixture();
  });

  test('redirects with no-store and no-referrer', async () => {
    fixture.rendering.overrides[address] = () => ({ kind: 'redirect', status: 301, location: '/contact' });
    for (const path of [address, `${address}/`]) {
      const response = await visit(path);
      expect(response.status).toBe(301);
      expect(response.headers).toMatchObject(secretHeaders);
    }
    expect(logText()).not.toContain('k3y');
  });

  test('is not cached when only the render result declares it secret', async () => {
    fixture.rendering.overrides['/contact'] = (usual) => ({ ...usual, isSecret: true });
    for (let i = 1; i <= 2; i++) {
      expect((await visit('/contact')).headers).toMatchObject(secretHeaders);
      expect(fixture.rendering.renderedPaths).toHaveLength(i);
    }
  });
});

test('the content security policy allows third parties only on the page that declares them', async () => {
  const tiles = 'https://tiles.example';
  const pay = 'https://js.pay.example';
  const policySources = { img: [tiles], script: [pay] };
  fixture.rendering.overrides['/checkout'] = (usual) => ({ ...usual, policySources });
  const policyOf = async (path: string) => String((await visit(path)).headers['content-security-policy']);
  for (let i = 0; i < 2; i++) {
    expect(await policyOf('/checkout')).toContain(`img-src 'self' data: ${tiles};`);
    expect(await policyOf('/checkout')).toContain(`script-src 'self' ${pay};`);
    expect(await policyOf('/nos-vins')).toContain("script-src 'self';");
    expect(await policyOf('/nos-vins')).toContain("img-src 'self' data:;");
  }
});

function failRender(): void {
  fixture.rendering.overrides[address] = throwError;
}

function throwError(): never {
  throw new Error('render error');
}

function setStatus(status: number): void {
  fixture.rendering.overrides[address] = (usual) => ({ ...usual, status, isCacheable: false });
}
