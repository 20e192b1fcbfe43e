import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendEnvelope } from '#tests/support/servers/fake-api.ts';
import {
  type StorefrontFixture,
  startStorefrontFixture,
  storefrontApiSecret,
} from '#tests/support/servers/storefront-fixture.ts';

let fixture: StorefrontFixture;
beforeAll(async () => {
  fixture = await startStorefrontFixture();
});
afterAll(() => fixture.close());
beforeEach(() => {
  fixture.api.requests.length = 0;
});

const call = (url: string, options: object = {}) =>
  fixture.app.inject({
    url: `/api${url}`,
    ...options,
    headers: { host: 'localhost', ...(options as { headers?: object }).headers },
  });
const token = 'T'.repeat(43);
const lastRequest = () => fixture.api.requests.at(-1);

describe('API gateway', () => {
  test('forwards a call with site, language and client address', async () => {
    const response = await call('/parameter', { headers: { host: 'fr.willow-hill.localhost' } });
    expect(response.json()).toEqual({ success: true, data: { parameters: [] }, message: '' });
    expect(lastRequest()?.headers).toMatchObject({
      idsite: '41',
      userlang: 'fr_FR',
      'x-client-address': '127.0.0.1',
      'x-api-secret': storefrontApiSecret,
      'x-request-id': expect.stringMatching(/^[\w-]+$/),
    });
  });

  test('returns 503 if the API closes the connection during a save of staff, and sends the save once', async () => {
    fixture.api.handlers['/admin/tag/bio'] = (request) => void request.socket.destroy();
    const response = await call('/admin/tag/bio', {
      method: 'PUT',
      payload: { revision: 1, item: { slug: 'bio', label: 'Bio', position: 0 } },
      headers: { cookie: `token=${token}` },
    });
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '5']);
    expect(fixture.api.requestCount('PUT /admin/tag/bio')).toBe(1);
  });

  test('ignores identity and proxy headers of the client', async () => {
    await call('/parameter', {
      headers: {
        idSite: '41',
        userLang: 'en',
        'x-forwarded-for': '6.6.6.6',
        'x-forwarded-host': 'willow-hill.example',
        'x-client-address': '6.6.6.6',
        'x-request-id': 'mine',
        'x-api-secret': 'guessed',
        authorization: 'Bearer stolen',
        forwarded: 'for=6.6.6.6',
      },
    });
    const headers = lastRequest()?.headers;
    expect(headers).toMatchObject({
      idsite: '40',
      userlang: 'fr_FR',
      'x-client-address': '127.0.0.1',
      'x-api-secret': storefrontApiSecret,
    });
    expect(headers?.['x-request-id']).not.toBe('mine');
    for (const name of ['authorization', 'x-forwarded-for', 'x-forwarded-host', 'forwarded', 'cookie'])
      expect(headers?.[name]).toBeUndefined();
  });

  test('forwards the token of the cookie as Authorization and no cookie', async () => {
    await call('/parameter', { headers: { cookie: `a=b; token=${token}; idSite=41` } });
    expect(lastRequest()?.headers.authorization).toBe(`Bearer ${token}`);
    expect(lastRequest()?.headers.cookie).toBeUndefined();
  });

  test('forwards query and body unchanged', async () => {
    fixture.api.handlers['/product/quantities'] = (_request, response) => sendEnvelope(response, { products: [] });
    await call('/product?lk:name=ros%C3%A9&nbItem=5');
    await call('/product/quantities', { method: 'PUT', payload: { products: [{ id: 1 }] } });
    expect(lastRequest()).toMatchObject({ name: 'PUT /product/quantities', body: '{"products":[{"id":1}]}' });
  });

  test.each(['/internal/changes', '/readyz', '/metrics', '/parameter/x', '/%2e%2e%2finternal/changes', '//parameter'])(
    'returns 404 for %s, which is not in the contract, without calling the API',
    async (path) => {
      expect((await call(path)).statusCode).toBe(404);
      expect(fixture.api.requests).toEqual([]);
    },
  );

  test('returns 405 for another method', async () => {
    expect((await call('/parameter', { method: 'DELETE' })).statusCode).toBe(405);
    expect(fixture.api.requests).toEqual([]);
  });

  test.each([
    ['a foreign origin', { origin: 'https://evil.com' }, 403],
    ['a cross-site fetch', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a form content type', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['a text content type', { 'content-type': 'text/plain' }, 415],
    ['too large a body', { 'content-length': String(256 * 1024 + 1) }, 413],
  ])('refuses a write call with %s', async (_, headers, status) => {
    const response = await call('/product/quantities', {
      method: 'PUT',
      payload: '{}',
      headers: { 'content-type': 'application/json', ...headers },
    });
    expect(response.statusCode).toBe(status);
    expect(response.json()).toMatchObject({ success: false, message: expect.stringMatching(/./) });
    expect(fixture.api.requests).toEqual([]);
  });

  test('forwards error responses of the API', async () => {
    const response = await call('/product/99');
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ success: false });
  });

  test('compresses long responses for clients that accept it', async () => {
    fixture.api.handlers['/variation'] = (_request, response) =>
      sendEnvelope(response, {
        variations: Array.from({ length: 200 }, (_, id) => ({ id, label: 'x', displayLabel: null })),
      });
    const plain = await call('/variation');
    const compressed = await call('/variation', { headers: { 'accept-encoding': 'gzip, br' } });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(compressed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(brotliDecompressSync(compressed.rawPayload)).toEqual(plain.rawPayload);
    const short = await call('/parameter', { headers: { 'accept-encoding': 'gzip, br' } });
    expect(short.headers['content-encoding']).toBeUndefined();
  });

  test('removes Set-Cookie and X-Powered-By of the API', async () => {
    fixture.api.handlers['/variation'] = (_request, response) => {
      response.setHeader('set-cookie', 'token=stolen');
      response.setHeader('x-powered-by', 'something');
      sendEnvelope(response, { variations: [] });
    };
    const { headers } = await call('/variation');
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['x-content-type-options']).toBe('nosniff');
  });
});

describe('an upload', () => {
  const boundary = 'multipart/form-data; boundary=x';
  const body = `--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n${'j'.repeat(300_000)}\r\n--x--\r\n`;
  const upload = (headers: Record<string, string>) =>
    call('/admin/image', { method: 'POST', body, headers: { 'content-type': boundary, ...headers } });
  const answerRole = (role: string | null) => {
    fixture.api.handlers['/logged'] = (_request, response) => sendEnvelope(response, { logged: role !== null, role });
  };

  test('is forwarded unchanged with the session of staff', async () => {
    answerRole('ADMIN');
    await upload({ cookie: `token=${token}` });
    expect(lastRequest()).toMatchObject({
      name: 'POST /admin/image',
      body,
      headers: { authorization: `Bearer ${token}`, 'content-length': String(body.length), 'content-type': boundary },
    });
  });

  test('is refused by the API before it is received if there is no session', async () => {
    const response = await upload({});
    expect(lastRequest()).toMatchObject({ name: 'POST /admin/image', body: '' });
    expect(lastRequest()?.headers).not.toHaveProperty('authorization');
    expect(response.headers.connection).toBe('close');
  });

  test.each(['MEMBER', null])(
    'with a session of the role %s is refused by the API without being received',
    async (role) => {
      answerRole(role);
      const response = await upload({ cookie: `token=${token}` });
      expect(lastRequest()).toMatchObject({ name: 'POST /admin/image', body: '' });
      expect(response.headers.connection).toBe('close');
    },
  );

  test('is refused with 503 while the role of the session cannot be read', async () => {
    fixture.api.handlers['/logged'] = (_request, response) => sendEnvelope(response, {}, 500);
    expect((await upload({ cookie: `token=${token}` })).statusCode).toBe(503);
    expect(fixture.api.requestCount('POST /admin/image')).toBe(0);
  });

  test('is refused before it is received if it exceeds the maximum size', async () => {
    answerRole('ADMIN');
    const length = String(210_000_000);
    const response = await upload({ cookie: `token=${token}`, 'content-length': length });
    expect(response.statusCode).toBe(413);
    expect(fixture.api.requestCount('POST /admin/image')).toBe(0);
  });
});
