import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitUntil } from '#tests/support/servers/fake-api.ts';
import { rawRequest, sendRawBytes } from '#tests/support/servers/raw-request.ts';
import {
  type StorefrontFixture,
  siteConfig,
  startStorefront,
  writeSiteConfig,
} from '#tests/support/servers/storefront-fixture.ts';

let fixture: StorefrontFixture;
let port: number;

beforeAll(async () => {
  fixture = await startStorefront();
  await fixture.app.listen({ port: 0, host: '127.0.0.1' });
  port = (fixture.app.server.address() as AddressInfo).port;
});
afterAll(() => fixture.close());

describe('A host', () => {
  test.each([
    ['domaine-des-chenes.example', 'Domaine des Chênes'],
    ['DOMAINE-DES-CHENES.EXAMPLE', 'Domaine des Chênes'],
    ['domaine-des-chenes.example:3000', 'Domaine des Chênes'],
    ['domaine-des-chenes.example.', 'Domaine des Chênes'],
    ['localhost', 'Domaine des Chênes'],
    ['127.0.0.1:8080', 'Domaine des Chênes'],
    ['willow-hill.localhost', 'Willow Hill'],
    ['fr.willow-hill.example', 'Willow Hill'],
  ])('%s shows %s, at first and from memory', async (host, name) => {
    for (let i = 0; i < 2; i++) {
      const answer = await rawRequest(port, '/nos-vins', { host });
      expect(answer.status).toBe(200);
      expect(answer.text).toContain(name);
    }
  });

  test.each([
    'nobody.example',
    'domaine-des-chenes.example.evil.com',
    'xdomaine-des-chenes.example',
    'a b',
    '..',
    '[::1',
  ])('"%s" is nobody’s: 421, and not a word of any site', async (host) => {
    const answer = await rawRequest(port, '/', { host });
    expect(answer.status).toBe(421);
    expect(answer.text).not.toMatch(/Chênes|Willow|chenes|willow/);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test.each([
    ['GET / HTTP/1.1\r\nHost: localhost\r\nHost: willow-hill.localhost\r\n\r\n', /^HTTP\/1\.1 4(00|21)/],
    ['GET / HTTP/1.1\r\n\r\n', /^HTTP\/1\.1 400/],
    ['GET / HTTP/1.0\r\n\r\n', /^HTTP\/1\.1 421/],
    ['GET http://willow-hill.localhost/ HTTP/1.1\r\nHost: localhost\r\n\r\n', /^HTTP\/1\.1 4(00|04)/],
    ['GET /api/../internal/changes HTTP/1.1\r\nHost: localhost\r\n\r\n', /^HTTP\/1\.1 404/],
    ['GET /../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n', /^HTTP\/1\.1 400/],
  ])('is one, and where it belongs: %j', async (bytes, status) => {
    expect(await sendRawBytes(port, bytes)).toMatch(status);
  });

  test.each([
    ['www.domaine-des-chenes.example', '/contact?from=x', 'https://domaine-des-chenes.example/contact?from=x'],
    ['www.domaine-des-chenes.example', '//evil.com/', 'https://domaine-des-chenes.example/evil.com/'],
  ])('%s%s leads to the origin with its path', async (host, path, location) => {
    const answer = await rawRequest(port, path, { host });
    expect(answer.status).toBe(308);
    expect(answer.headers.location).toBe(location);
  });

  test('forged by X-Forwarded-Host changes nothing, nor does X-Forwarded-Proto', async () => {
    const headers = {
      'x-forwarded-host': 'willow-hill.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=willow-hill.example',
    };
    for (let i = 0; i < 2; i++) {
      const answer = await rawRequest(port, '/contact', { headers });
      expect(answer.text).toContain('Domaine des Chênes');
      expect(answer.headers['strict-transport-security']).toBeUndefined();
    }
    expect((await rawRequest(port, '/contact')).text).toContain('Domaine des Chênes');
  });
});

describe('Two hosts hammered at once', () => {
  test('never show a word of each other', async () => {
    const visits = Array.from({ length: 600 }, async (_, i) => {
      const [host, own, other] =
        i % 2 ? ['localhost', 'Chênes', 'Willow'] : ['willow-hill.localhost', 'Willow', 'Chênes'];
      if (i % 50 === 0) await fixture.api.publishChange(i % 100 ? 40 : 41);
      const answer = await rawRequest(port, `/nos-vins?page=${i % 7}`, { host });
      expect(answer.status).toBe(200);
      expect(answer.text).toContain(own);
      expect(answer.text).not.toContain(other);
    });
    await Promise.all(visits);
  });
});

describe('A folder', () => {
  const host = 'third.localhost';

  test('put there while the server runs is online within seconds, and offline when it is taken away', async () => {
    writeSiteConfig(fixture.sitesDir, 'third', siteConfig(77, 'third.example'));
    await waitUntil(async () => (await rawRequest(port, '/', { host })).status !== 421);
    const early = await rawRequest(port, '/', { host });
    expect(early.status).toBe(503);
    expect(early.headers['retry-after']).toBeDefined();
    expect(early.text).toContain('en préparation');

    await fixture.api.publishChange(77);
    await waitUntil(async () => (await rawRequest(port, '/', { host })).status === 200);
    expect((await rawRequest(port, '/', { host })).text).toContain('Site 77');

    writeSiteConfig(fixture.sitesDir, 'third', '{ half');
    await waitUntil(() => fixture.log.some(({ folder }) => folder === 'third'));
    expect((await rawRequest(port, '/', { host })).status).toBe(200);
    expect((await rawRequest(port, '/')).status).toBe(200);
  });

  test('whose name changed shows it, though its pages were in memory', async () => {
    expect((await rawRequest(port, '/', { host: 'third.localhost' })).text).toContain('Site 77');
    writeSiteConfig(fixture.sitesDir, 'third', siteConfig(77, 'third.example', { name: 'Renamed' }));
    await waitUntil(async () => (await rawRequest(port, '/', { host: 'third.localhost' })).text.includes('Renamed'));
  });
});
