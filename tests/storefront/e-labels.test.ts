import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eLabelLanguages } from '#shared/labels/e-label-languages.ts';
import { findHtmlErrors } from '#tests/support/browser/html-errors.ts';
import { sendEnvelope } from '#tests/support/servers/fake-api.ts';
import { sendRequestWithAnyHost } from '#tests/support/servers/raw-request.ts';
import { type StorefrontFixture, startStorefrontFixture } from '#tests/support/servers/storefront-fixture.ts';

const label = {
  id: 7,
  name: { fr_FR: 'Rouge « Tradition »', en: 'Red “Tradition”' },
  kind: 'red',
  vintage: 2023,
  alcohol: 12.5,
  ingredients: ['grapes', 'sulphites'],
  nutrition: {
    energyKj: 306,
    energyKcal: 74,
    fat: 0,
    saturatedFat: 0,
    carbohydrate: 1.1,
    sugars: 0.1,
    protein: 0.1,
    salt: 0,
  },
};

let fixture: StorefrontFixture;
let port: number;
beforeEach(async () => {
  fixture = await startStorefrontFixture({ htmlCacheBytes: 20_000_000 });
  fixture.api.handlers['/e-label/7'] = (_request, response) => sendEnvelope(response, { label });
  await fixture.app.listen({ port: 0, host: '127.0.0.1' });
  port = (fixture.app.server.address() as AddressInfo).port;
});
afterEach(() => fixture.close());

const visit = (path: string, host = 'localhost') => sendRequestWithAnyHost(port, path, { host });

describe('an electronic label', () => {
  test('is shown in the language of the host, or in the one that its URL names', async () => {
    expect((await visit('/e/7')).text).toContain('<html lang="fr">');
    expect((await visit('/e/7', 'willow-hill.localhost')).text).toContain('<html lang="en">');
    const german = await visit('/e/7/de');
    expect(german.text).toContain('<html lang="de">');
    expect(german.text).toContain('Zutaten');
  });

  test('is valid HTML in every language', async () => {
    for (const language of eLabelLanguages)
      expect([language, await findHtmlErrors((await visit(`/e/7/${language}`)).text)]).toEqual([language, []]);
  });

  test('sets no cookie, is not indexed and may load nothing', async () => {
    const { headers } = await visit('/e/7');
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['x-robots-tag']).toBe('noindex');
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'/,
    );
  });

  test.each(['/e/8', '/e/7/xx', '/e/0', '/e/07', '/e/x', '/e/8/qr.svg'])('returns 404 for %s', async (path) => {
    expect((await visit(path)).status).toBe(404);
  });

  test('is served from the cache while the API is down, whatever the query', async () => {
    await visit('/e/7');
    await visit('/e/7/qr.svg');
    await fixture.api.stop();
    expect((await visit('/e/7')).status).toBe(200);
    expect((await visit('/e/7?utm_source=bottle')).status).toBe(200);
    expect((await visit('/e/7/qr.svg')).status).toBe(200);
  });

  test('has one cache entry for all percent-encodings of its path', async () => {
    await visit('/e/7/de');
    const cached = await visit('/e/7/de');
    expect(cached.headers.etag).toBeDefined();
    expect((await visit('/e/%37/%64e')).headers.etag).toBe(cached.headers.etag);
  });

  test('stays online while the site is being built', async () => {
    fixture.api.isBuilding = true;
    await fixture.api.publishChange(40);
    await expect.poll(async () => (await visit('/contact')).status).toBe(503);
    expect((await visit('/e/7')).status).toBe(200);
    expect((await visit('/e/7/qr.png')).status).toBe(200);
  });
});

describe('the QR code of a label', () => {
  test('is the same SVG on all hosts of a site', async () => {
    const code = await visit('/e/7/qr.svg', 'willow-hill.localhost');
    expect(code.headers['content-type']).toBe('image/svg+xml');
    expect(code.text).toContain('<svg');
    expect((await visit('/e/7/qr.svg', 'fr.willow-hill.localhost')).text).toBe(code.text);
    expect((await visit('/e/7/qr.svg')).text).not.toBe(code.text);
  });

  test('is a PNG with at least 20 pixels for each module', async () => {
    const code = await visit('/e/7/qr.png');
    expect(code.headers['content-type']).toBe('image/png');
    expect(code.body.subarray(1, 4).toString()).toBe('PNG');
    expect(code.body.readUInt32BE(16)).toBeGreaterThanOrEqual(29 * 20);
  });
});
