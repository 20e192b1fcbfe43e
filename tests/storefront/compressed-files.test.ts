import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StorefrontFixture, startStorefrontFixture } from '#tests/support/servers/storefront-fixture.ts';

let fixture: StorefrontFixture;
beforeAll(async () => {
  fixture = await startStorefrontFixture();
  fixture.api.handlers['/file/3/logo.svg'] = (_request, response) =>
    response
      .writeHead(200, {
        'content-type': 'image/svg+xml',
        'content-length': logo.length,
        'cache-control': immutable,
        etag,
      })
      .end(logo);
});
afterAll(() => fixture.close());

const logo = `<svg xmlns="http://www.w3.org/2000/svg">${'<path d="M0 0h9v9z"/>'.repeat(400)}</svg>`;
const immutable = 'public, max-age=31536000, immutable';
const etag = '"0123456789abcdef0123"';
const url = '/file/3/logo.svg?v=01234567';

const get = (headers: Record<string, string>) =>
  fixture.app.inject({ url, headers: { host: 'localhost', ...headers } });

describe('a drawing under /file', () => {
  test.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ])('is compressed for Accept-Encoding: %s with %s', async (accepted, encoding, decompress) => {
    const { headers, rawPayload } = await get({ 'accept-encoding': accepted });
    expect(headers).toMatchObject({
      'content-encoding': encoding,
      'cache-control': immutable,
      vary: 'accept-encoding',
      etag: `W/${etag}`,
      'content-length': String(rawPayload.length),
    });
    expect(rawPayload.length).toBeLessThan(logo.length / 4);
    expect(String(decompress(rawPayload))).toBe(logo);
  });

  test('is sent unchanged to a client that accepts no encoding, with Vary', async () => {
    const { headers, body } = await get({});
    expect(headers).toMatchObject({ vary: 'accept-encoding', etag });
    expect([headers['content-encoding'], body]).toEqual([undefined, logo]);
  });

  test('is confirmed with 304 for the ETag of either encoding', async () => {
    for (const known of [etag, `W/${etag}`]) {
      const { statusCode, headers } = await get({ 'accept-encoding': 'br', 'if-none-match': known });
      expect([statusCode, headers.vary]).toEqual([304, 'accept-encoding']);
    }
  });
});
