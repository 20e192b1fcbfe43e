import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { waitUntil } from '#tests/support/servers/fake-api.ts';
import { rawRequest } from '#tests/support/servers/raw-request.ts';
import { type StorefrontFixture, startStorefront } from '#tests/support/servers/storefront-fixture.ts';

let fixture: StorefrontFixture;
let port: number;

beforeEach(async () => {
  fixture = await startStorefront({ apiTimeoutMs: 300 });
  await fixture.app.listen({ port: 0, host: '127.0.0.1' });
  port = (fixture.app.server.address() as AddressInfo).port;
});
afterEach(() => fixture.close());

const address = '/secret/k3y-of-the-mail';
const visit = (path = address, method = 'GET', headers: Record<string, string> = {}) =>
  rawRequest(port, path, { method, headers });
const secretHeaders = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
const written = () => JSON.stringify(fixture.log);

describe('A page at a secret address', () => {
  test('may be kept by nobody and tells nobody where it is', async () => {
    for (const method of ['GET', 'HEAD', 'GET']) {
      const answer = await visit(address, method);
      expect(answer.status).toBe(200);
      expect(answer.headers).toMatchObject(secretHeaders);
      expect(answer.headers.etag).toBeUndefined();
      expect(answer.text.includes('first')).toBe(method === 'GET');
    }
    expect((await visit('/contact')).headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
  });

  test('is made anew for each visitor, also for those who come at once', async () => {
    const gate = Promise.withResolvers<void>();
    fixture.rendering.gate = gate.promise;
    const visits = Array.from({ length: 5 }, () => visit());
    await waitUntil(() => fixture.rendering.renderedPaths.length === 5);
    gate.resolve();
    for (const answer of await Promise.all(visits)) expect(answer.status).toBe(200);
    await visit();
    expect(fixture.rendering.renderedPaths).toHaveLength(6);
  });

  test.each([
    ['is shown', () => {}],
    ['is not found', () => answerWith(404)],
    ['is a failure of the API', () => answerWith(503)],
    ['breaks', breakIt],
    ['is asked while the API is down', () => fixture.api.stop()],
  ])('is in no line of the log when it %s, and still a secret', async (_, prepare) => {
    await prepare();
    expect((await visit()).headers).toMatchObject(secretHeaders);
    expect((await visit(`${address}?from=mail`)).headers).toMatchObject(secretHeaders);
    await fixture.app.close();
    expect(fixture.log.some(({ msg }) => msg === 'request')).toBe(true);
    expect(written()).not.toContain('k3y');
    fixture = await startStorefront();
  });

  test('that moved says so to its visitor alone', async () => {
    fixture.rendering.overrides[address] = () => ({ kind: 'redirect', status: 301, location: '/contact' });
    for (const path of [address, `${address}/`]) {
      const answer = await visit(path);
      expect(answer.status).toBe(301);
      expect(answer.headers).toMatchObject(secretHeaders);
    }
    expect(written()).not.toContain('k3y');
  });

  test('that only its rendering knows to be one is not kept either', async () => {
    fixture.rendering.overrides['/contact'] = (usual) => ({ ...usual, secret: true });
    for (let i = 1; i <= 2; i++) {
      expect((await visit('/contact')).headers).toMatchObject(secretHeaders);
      expect(fixture.rendering.renderedPaths).toHaveLength(i);
    }
  });
});

test('pictures of another host are allowed on the page that names it, and on no other', async () => {
  const tiles = 'https://tiles.example';
  fixture.rendering.overrides['/checkout'] = (usual) => ({ ...usual, imageHosts: [tiles] });
  const policyOf = async (path: string) => String((await visit(path)).headers['content-security-policy']);
  for (let i = 0; i < 2; i++) {
    expect(await policyOf('/checkout')).toContain(`img-src 'self' data: ${tiles};`);
    expect(await policyOf('/nos-vins')).toContain("img-src 'self' data:;");
  }
});

function breakIt(): void {
  fixture.rendering.overrides[address] = broken;
}

function broken(): never {
  throw new Error('a defect');
}

function answerWith(status: number): void {
  fixture.rendering.overrides[address] = (usual) => ({ ...usual, status, cacheable: false });
}
