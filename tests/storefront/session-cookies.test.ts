import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { completeApiContract } from '#shared/contract.ts';
import { type Endpoint, isStaffEndpoint } from '#shared/endpoint.ts';
import { sendEnvelope } from '#tests/support/servers/fake-api.ts';
import { sendRequestWithAnyHost } from '#tests/support/servers/raw-request.ts';
import { type StorefrontFixture, startStorefrontFixture } from '#tests/support/servers/storefront-fixture.ts';

let fixture: StorefrontFixture;
let port: number;
beforeAll(async () => {
  // The cookies of Willow Hill are valid for all hosts of its domain, those of the other estate for one host only.
  fixture = await startStorefrontFixture({ siteOverrides: { 'willow-hill': { cookieDomain: 'willow-hill.example' } } });
  await fixture.app.listen({ port: 0, host: '127.0.0.1' });
  port = (fixture.app.server.address() as AddressInfo).port;
});
afterAll(() => fixture.close());
beforeEach(() => {
  fixture.api.requests.length = 0;
  fixture.api.handlers = {};
  respondTo('/login', { token, idSite: 40 });
});

const token = 'k3y-of-a-session-0123456789-0123456789-abcd';
const chenes = 'domaine-des-chenes.example';
const willow = 'fr.willow-hill.example';

/** Sets the response of the fake API for a path. */
function respondTo(path: string, data: object, status = 200, headers: Record<string, string> = {}): void {
  fixture.api.handlers[path] = (_request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    sendEnvelope(response, data, status);
  };
}

const call = (name: string, host = chenes, headers: Record<string, string> = {}) => {
  const [method = '', path = ''] = name.split(' ');
  const body = method === 'GET' || method === 'HEAD' ? undefined : '{"a":"é"}';
  const type: Record<string, string> = body
    ? { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
    : {};
  return sendRequestWithAnyHost(port, `/api${path}`, {
    host,
    method,
    headers: { ...type, ...headers },
    ...(body && { body }),
  });
};
const sessionCookie = { cookie: `token=${token}` };
const cookiesOf = ({ headers }: { headers: { 'set-cookie'?: string[] | undefined } }) => headers['set-cookie'] ?? [];

const expiredCookies = (secureFlag: string, domain: string) => [
  `token=; Max-Age=0${domain}; Path=/; HttpOnly${secureFlag}; SameSite=Lax`,
  `idSite=; Max-Age=0${domain}; Path=/${secureFlag}; SameSite=Lax`,
];
const secure = '; Secure';

describe('log-in', () => {
  test('stores the token in an HttpOnly cookie and removes it from the body', async () => {
    const response = await call('POST /login');
    expect(response.status).toBe(200);
    expect(JSON.parse(response.text)).toEqual({ success: true, data: { idSite: 40 }, message: '' });
    expect(cookiesOf(response)).toEqual([
      `token=${token}; Max-Age=86400; Path=/; HttpOnly; Secure; SameSite=Lax`,
      'idSite=40; Max-Age=86400; Path=/; Secure; SameSite=Lax',
    ]);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(Number(response.headers['content-length'])).toBe(response.body.length);
    expect(fixture.api.requests.at(-1)?.body).toBe('{"a":"é"}');
  });

  test('sets cookies for the configured domain and expires host-only ones', async () => {
    const cookies = cookiesOf(await call('POST /login', willow));
    expect(cookies.slice(0, 2)).toEqual(expiredCookies(secure, ''));
    expect(cookies.slice(2)).toEqual([
      `token=${token}; Max-Age=86400; Domain=willow-hill.example; Path=/; HttpOnly; Secure; SameSite=Lax`,
      'idSite=41; Max-Age=86400; Domain=willow-hill.example; Path=/; Secure; SameSite=Lax',
    ]);
  });

  test.each(['localhost', 'willow-hill.localhost', '127.0.0.1:3000'])(
    'at the local host %s sets host-only cookies without Secure',
    async (host) => {
      const cookies = cookiesOf(await call('POST /login', host));
      expect(cookies).toHaveLength(2);
      expect(cookies.join()).not.toMatch(/Secure|Domain/);
    },
  );

  test('forwards the token of the second step, and stores the session after the one-time code', async () => {
    respondTo('/login', { codeToken: 'c'.repeat(43), idSite: 40 });
    const first = await call('POST /login');
    expect(JSON.parse(first.text).data).toEqual({ idSite: 40, codeToken: 'c'.repeat(43) });
    expect(cookiesOf(first)).toEqual([]);
    respondTo('/login/code', { token, idSite: 40 });
    const second = await call('POST /login/code');
    expect(second.text).not.toContain(token);
    expect(cookiesOf(second)[0]).toContain(`token=${token}; Max-Age=86400`);
  });

  test('changes no cookie and forwards the response if it is refused', async () => {
    respondTo('/login', {}, 401);
    const response = await call('POST /login', chenes, sessionCookie);
    expect(response.status).toBe(401);
    expect(JSON.parse(response.text)).toMatchObject({ success: false });
    expect(cookiesOf(response)).toEqual([]);
  });

  test('returns Retry-After beyond the rate limit', async () => {
    respondTo('/login', {}, 429, { 'retry-after': '17' });
    expect((await call('POST /login')).headers['retry-after']).toBe('17');
  });

  test.each([
    ['without a token', JSON.stringify({ success: true, data: { idSite: 40 }, message: '' })],
    ['with a truncated token', `{"success":true,"data":{"token":"${token}`],
    ['with a malformed token', JSON.stringify({ success: true, data: { token: `${token}; a=b` }, message: '' })],
    ['that is too large', JSON.stringify({ success: true, data: { token }, message: 'x'.repeat(100_000) })],
  ])('returns 503 without the content of an API response %s', async (_, text) => {
    fixture.api.handlers['/login'] = (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json', etag: '"e"' }).end(text);
    const response = await call('POST /login');
    expect(response.status).toBe(503);
    expect(JSON.parse(response.text)).toMatchObject({ success: false });
    expect(cookiesOf(response)).toEqual([]);
    expect(response.text + JSON.stringify(response.headers)).not.toContain('k3y');
  });
});

describe('session cookies', () => {
  test.each([
    ['after a log-out', 'POST /logout', 200],
    ['after a log-out on all devices', 'POST /logout/everywhere', 200],
    ['after the account is deleted', 'DELETE /user', 200],
    ['when a read call returns 401', 'GET /user', 401],
    ['when a write call returns 401', 'PUT /user', 401],
  ])('expire %s', async (_, name, status) => {
    respondTo(name.split(' ')[1] ?? '', {}, status);
    const response = await call(name, chenes, sessionCookie);
    expect(response.status).toBe(status);
    expect(cookiesOf(response)).toEqual(expiredCookies(secure, ''));
    expect(response.headers['cache-control']).toBe('no-store');
    const elsewhere = cookiesOf(await call(name, willow, sessionCookie));
    expect(elsewhere).toEqual([
      ...expiredCookies(secure, '; Domain=willow-hill.example'),
      ...expiredCookies(secure, ''),
    ]);
    expect(cookiesOf(await call(name, 'localhost', sessionCookie))).toEqual(expiredCookies('', ''));
  });

  test.each([
    ['a refused account deletion', 'DELETE /user', 409, sessionCookie],
    ['a failed log-out', 'POST /logout', 503, sessionCookie],
    ['a new password', 'PUT /user/password', 200, sessionCookie],
    ['a wrong password', 'PUT /user/password', 422, sessionCookie],
    ['a 403 response', 'GET /user', 403, sessionCookie],
    ['a 401 response without a token', 'GET /user', 401, {}],
    ['a 401 response with a malformed token', 'GET /user', 401, { cookie: 'token=a.b.c' }],
  ])('are kept after %s', async (_, name, status, headers) => {
    respondTo(name.split(' ')[1] ?? '', {}, status);
    const response = await call(name, chenes, headers as Record<string, string>);
    expect(response.status).toBe(status);
    expect(cookiesOf(response)).toEqual([]);
  });
});

describe('call with a token', () => {
  const cached = { 'cache-control': 'public, max-age=60', etag: '"e"' };

  test('returns no-store, and without a token the caching headers of the API', async () => {
    respondTo('/variation', { variations: [] }, 200, cached);
    const personal = await call('GET /variation', chenes, sessionCookie);
    expect(personal.headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(personal.headers.etag).toBeUndefined();
    expect((await call('GET /variation')).headers).toMatchObject(cached);
  });

  test('forwards neither token and expires both if there is a second, different one', async () => {
    respondTo('/user', {}, 401);
    const response = await call('GET /user', willow, { cookie: `token=${'x'.repeat(43)}; token=${token}` });
    expect(fixture.api.requests.at(-1)?.headers.authorization).toBeUndefined();
    expect(cookiesOf(response)).toEqual([
      ...expiredCookies(secure, '; Domain=fr.willow-hill.example'),
      ...expiredCookies(secure, '; Domain=willow-hill.example'),
      ...expiredCookies(secure, ''),
    ]);
  });

  test('sets the new token after a log-in if there is a second, different one', async () => {
    const cookies = cookiesOf(await call('POST /login', chenes, { cookie: `token=${'x'.repeat(43)}; token=${token}` }));
    expect(cookies.slice(-2)).toEqual(cookiesOf(await call('POST /login')));
    expect(cookies[0]).toContain(`token=; Max-Age=0; Domain=${chenes}`);
  });

  test('forwards no token for a picture, because pictures are cached for all visitors', async () => {
    respondTo('/image/1', {}, 200, { 'cache-control': 'public, immutable' });
    await sendRequestWithAnyHost(port, '/image/1?v=1', { host: chenes, headers: sessionCookie });
    expect(fixture.api.requests.at(-1)).toMatchObject({ name: 'GET /image/1' });
    expect(fixture.api.requests.at(-1)?.headers.authorization).toBeUndefined();
  });

  test.each(['POST /order', 'PUT /user', 'DELETE /user'])('%s forwards body and idempotency key', async (name) => {
    respondTo(name.split(' ')[1] ?? '', {});
    expect((await call(name, chenes, { ...sessionCookie, 'idempotency-key': 'once-1' })).status).toBe(200);
    expect(fixture.api.requests.at(-1)).toMatchObject({
      name,
      body: '{"a":"é"}',
      headers: {
        'idempotency-key': 'once-1',
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        idsite: '40',
      },
    });
  });
});

describe('write call with a session cookie', () => {
  test.each([
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['another estate', { origin: 'https://willow-hill.example' }],
    ['a sibling of the same domain', { origin: `https://www.${chenes}`, 'sec-fetch-site': 'same-site' }],
    ['another port', { origin: `https://${chenes}:9999` }],
    ['a page that hides its origin', { origin: 'null' }],
  ])('is refused from %s without calling the API and keeps the cookies', async (_, headers) => {
    for (const name of ['POST /order', 'POST /logout', 'DELETE /user', 'PUT /user/password', 'POST /login']) {
      const response = await call(name, chenes, { ...sessionCookie, ...headers });
      expect([name, response.status]).toEqual([name, 403]);
      expect(cookiesOf(response)).toEqual([]);
    }
    expect(fixture.api.requests).toEqual([]);
  });

  test('is forwarded from the origin of the site', async () => {
    respondTo('/order', {});
    const sameOrigin = { origin: `https://${chenes}`, 'sec-fetch-site': 'same-origin' };
    expect((await call('POST /order', chenes, { ...sessionCookie, ...sameOrigin })).status).toBe(200);
  });
});

test('no log line contains a token', async () => {
  await call('POST /login');
  await call('POST /login', willow, sessionCookie);
  await fixture.api.stop();
  expect((await call('GET /user', chenes, sessionCookie)).status).toBe(503);
  await fixture.api.restart();
  expect(fixture.log.some(({ msg }) => msg === 'request')).toBe(true);
  expect(JSON.stringify(fixture.log)).not.toContain('k3y');
});

const staffWrites = Object.entries<Endpoint>(completeApiContract)
  .filter(([name, endpoint]) => isStaffEndpoint(endpoint) && !name.startsWith('GET '))
  .map(([name]) => name.replace(/\{\w+\}/g, '1'));

const foreignHeaders: Record<string, string>[] = [
  { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  { origin: 'https://willow-hill.example' },
  { origin: `https://www.${chenes}`, 'sec-fetch-site': 'same-site' },
  { origin: 'null' },
  // A form of another site can send this content type without a preflight request.
  { origin: 'https://evil.example', 'content-type': 'multipart/form-data; boundary=x' },
];

describe('write call of staff', () => {
  test.each(staffWrites)('%s from another origin is refused without calling the API', async (name) => {
    for (const headers of foreignHeaders) {
      const response = await call(name, chenes, { ...sessionCookie, ...headers });
      expect([headers, response.status]).toEqual([headers, 403]);
      expect(cookiesOf(response)).toEqual([]);
    }
    // The storefront itself reads from the API in the background.
    expect(fixture.api.requests.filter(({ name: sent }) => !sent.startsWith('GET '))).toEqual([]);
  });

  test('is forwarded with the session from the origin of the site', async () => {
    respondTo('/admin/tag/bio', { key: 'bio', revision: 2 });
    const sameOrigin = { origin: `https://${chenes}`, 'sec-fetch-site': 'same-origin' };
    expect((await call('PUT /admin/tag/bio', chenes, { ...sessionCookie, ...sameOrigin })).status).toBe(200);
    expect(fixture.api.requests.at(-1)?.headers.authorization).toBe(`Bearer ${token}`);
  });
});
