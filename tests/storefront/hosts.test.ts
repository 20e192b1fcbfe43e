import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitUntil } from '#tests/support/servers/fake-api.ts';
import { sendBytesAndReadFirstLine, sendRequestWithAnyHost } from '#tests/support/servers/raw-request.ts';
import {
  createSiteConfig,
  type StorefrontFixture,
  startStorefrontFixture,
  writeSiteConfig,
} from '#tests/support/servers/storefront-fixture.ts';

let fixture: StorefrontFixture;
let port: number;

beforeAll(async () => {
  fixture = await startStorefrontFixture();
  await fixture.app.listen({ port: 0, host: '127.0.0.1' });
  port = (fixture.app.server.address() as AddressInfo).port;
});
afterAll(() => fixture.close());

describe('host resolution', () => {
  test.each([
    ['domaine-des-chenes.example', 'Domaine des Chênes'],
    ['DOMAINE-DES-CHENES.EXAMPLE', 'Domaine des Chênes'],
    ['domaine-des-chenes.example:3000', 'Domaine des Chênes'],
    ['domaine-des-chenes.example.', 'Domaine des Chênes'],
    ['localhost', 'Domaine des Chênes'],
    ['127.0.0.1:8080', 'Domaine des Chênes'],
    ['willow-hill.localhost', 'Willow Hill'],
    ['fr.willow-hill.example', 'Willow Hill'],
  ])('serves %s as %s, rendered and cached', async (host, name) => {
    for (let i = 0; i < 2; i++) {
      const response = await sendRequestWithAnyHost(port, '/nos-vins', { host });
      expect(response.status).toBe(200);
      expect(response.text).toContain(name);
    }
  });

  test.each([
    'unknown.example',
    'domaine-des-chenes.example.evil.com',
    'xdomaine-des-chenes.example',
    'a b',
    '..',
    '[::1',
  ])('returns 421 for the unknown host "%s" without naming a site', async (host) => {
    const response = await sendRequestWithAnyHost(port, '/', { host });
    expect(response.status).toBe(421);
    expect(response.text).not.toMatch(/Chênes|Willow|chenes|willow/);
    expect(response.headers['cache-control']).toBe('no-store');
  });

  test.each([
    ['GET / HTTP/1.1\r\nHost: localhost\r\nHost: willow-hill.localhost\r\n\r\n', /^HTTP\/1\.1 4(00|21)/],
    ['GET / HTTP/1.1\r\n\r\n', /^HTTP\/1\.1 400/],
    ['GET / HTTP/1.0\r\n\r\n', /^HTTP\/1\.1 421/],
    ['GET http://willow-hill.localhost/ HTTP/1.1\r\nHost: localhost\r\n\r\n', /^HTTP\/1\.1 4(00|04)/],
    ['GET /api/../internal/changes HTTP/1.1\r\nHost: localhost\r\n\r\n', /^HTTP\/1\.1 404/],
    ['GET /../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n', /^HTTP\/1\.1 400/],
  ])('rejects the ambiguous request %j', async (bytes, status) => {
    expect(await sendBytesAndReadFirstLine(port, bytes)).toMatch(status);
  });

  test.each([
    ['www.domaine-des-chenes.example', '/contact?from=x', 'https://domaine-des-chenes.example/contact?from=x'],
    ['www.domaine-des-chenes.example', '//evil.com/', 'https://domaine-des-chenes.example/evil.com/'],
  ])('redirects %s%s to the canonical origin with the same path', async (host, path, location) => {
    const response = await sendRequestWithAnyHost(port, path, { host });
    expect(response.status).toBe(308);
    expect(response.headers.location).toBe(location);
  });

  test.each([
    ['www.domaine-des-chenes.example', '/contact', 308],
    ['domaine-des-chenes.example', '/api/nothing', 404],
    ['domaine-des-chenes.example', '/assets/nothing.js', 404],
    ['domaine-des-chenes.example', '/%00', 400],
  ])('sends Strict-Transport-Security for https://%s%s with status %i', async (host, path, status) => {
    const response = await sendRequestWithAnyHost(port, path, { host });
    expect(response.status).toBe(status);
    expect(response.headers['strict-transport-security']).toBe('max-age=47304000');
    expect((await sendRequestWithAnyHost(port, path)).headers['strict-transport-security']).toBeUndefined();
  });

  test('logs once that it ignores the X-Forwarded-For of an untrusted proxy', async () => {
    for (let i = 0; i < 3; i++)
      await sendRequestWithAnyHost(port, '/api/nothing', { headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect(fixture.log.filter(({ code }) => code === 'untrusted_proxy')).toHaveLength(1);
  });

  test('ignores X-Forwarded-Host and X-Forwarded-Proto of untrusted clients', async () => {
    const headers = {
      'x-forwarded-host': 'willow-hill.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=willow-hill.example',
    };
    for (let i = 0; i < 2; i++) {
      const response = await sendRequestWithAnyHost(port, '/contact', { headers });
      expect(response.text).toContain('Domaine des Chênes');
      expect(response.headers['strict-transport-security']).toBeUndefined();
    }
    expect((await sendRequestWithAnyHost(port, '/contact')).text).toContain('Domaine des Chênes');
  });
});

describe('concurrent requests to two hosts', () => {
  test('never return content of the other host', async () => {
    const visits = Array.from({ length: 600 }, async (_, i) => {
      const [host, own, other] =
        i % 2 ? ['localhost', 'Chênes', 'Willow'] : ['willow-hill.localhost', 'Willow', 'Chênes'];
      if (i % 50 === 0) await fixture.api.publishChange(i % 100 ? 40 : 41);
      const response = await sendRequestWithAnyHost(port, `/nos-vins?page=${i % 7}`, { host });
      expect(response.status).toBe(200);
      expect(response.text).toContain(own);
      expect(response.text).not.toContain(other);
    });
    await Promise.all(visits);
  });
});

describe('site folder', () => {
  const host = 'third.localhost';

  test('goes online without a restart and stays online with an invalid site.json', async () => {
    writeSiteConfig(fixture.sitesDir, 'third', createSiteConfig(77, 'third.example'));
    await waitUntil(async () => (await sendRequestWithAnyHost(port, '/', { host })).status !== 421);
    const early = await sendRequestWithAnyHost(port, '/', { host });
    expect(early.status).toBe(503);
    expect(early.headers['retry-after']).toBeDefined();
    expect(early.text).toContain('en préparation');

    await fixture.api.publishChange(77);
    await waitUntil(async () => (await sendRequestWithAnyHost(port, '/', { host })).status === 200);
    expect((await sendRequestWithAnyHost(port, '/', { host })).text).toContain('Site 77');

    writeSiteConfig(fixture.sitesDir, 'third', '{ half');
    await waitUntil(() => fixture.log.some(({ folder }) => folder === 'third'));
    expect((await sendRequestWithAnyHost(port, '/', { host })).status).toBe(200);
    expect((await sendRequestWithAnyHost(port, '/')).status).toBe(200);
  });

  test('invalidates its cached pages when its name changes', async () => {
    expect((await sendRequestWithAnyHost(port, '/', { host: 'third.localhost' })).text).toContain('Site 77');
    writeSiteConfig(fixture.sitesDir, 'third', createSiteConfig(77, 'third.example', { name: 'Renamed' }));
    await waitUntil(async () =>
      (await sendRequestWithAnyHost(port, '/', { host: 'third.localhost' })).text.includes('Renamed'),
    );
  });
});
