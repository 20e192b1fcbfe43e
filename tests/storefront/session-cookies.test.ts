import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendEnvelope } from '#tests/support/servers/fake-api.ts';
import { rawRequest } from '#tests/support/servers/raw-request.ts';
import { type StorefrontFixture, startStorefront } from '#tests/support/servers/storefront-fixture.ts';

let fixture: StorefrontFixture;
let port: number;
beforeAll(async () => {
  // The whole of willow-hill.example is that estate's; the hosts of the other have their cookies to themselves.
  fixture = await startStorefront({ siteOverrides: { 'willow-hill': { cookieDomain: 'willow-hill.example' } } });
  await fixture.app.listen({ port: 0, host: '127.0.0.1' });
  port = (fixture.app.server.address() as AddressInfo).port;
});
afterAll(() => fixture.close());
beforeEach(() => {
  fixture.api.requests.length = 0;
  fixture.api.handlers = {};
  api('/login', { token, idSite: 40 });
});

const token = 'k3y-of-a-session-0123456789-0123456789-abcd';
const chenes = 'domaine-des-chenes.example';
const willow = 'fr.willow-hill.example';

/** Lets the API answer a path. */
function api(path: string, data: object, status = 200, headers: Record<string, string> = {}): void {
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
  return rawRequest(port, `/api${path}`, { host, method, headers: { ...type, ...headers }, ...(body && { body }) });
};
const signedIn = { cookie: `token=${token}` };
const cookiesOf = ({ headers }: { headers: { 'set-cookie'?: string[] | undefined } }) => headers['set-cookie'] ?? [];

const ending = (host: string, domain: string) => [
  `token=; Max-Age=0${domain}; Path=/; HttpOnly${host}; SameSite=Lax`,
  `idSite=; Max-Age=0${domain}; Path=/${host}; SameSite=Lax`,
];
const secure = '; Secure';

describe('A log-in', () => {
  test('puts the token in a cookie that no script reads, and nowhere else', async () => {
    const answer = await call('POST /login');
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toEqual({ success: true, data: { idSite: 40 }, message: '' });
    expect(cookiesOf(answer)).toEqual([
      `token=${token}; Max-Age=86400; Path=/; HttpOnly; Secure; SameSite=Lax`,
      'idSite=40; Max-Age=86400; Path=/; Secure; SameSite=Lax',
    ]);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(Number(answer.headers['content-length'])).toBe(answer.body.length);
    expect(fixture.api.requests.at(-1)?.body).toBe('{"a":"é"}');
  });

  test('is good on the whole domain where that is the estate’s, and replaces what one host had', async () => {
    const cookies = cookiesOf(await call('POST /login', willow));
    expect(cookies.slice(0, 2)).toEqual(ending(secure, ''));
    expect(cookies.slice(2)).toEqual([
      `token=${token}; Max-Age=86400; Domain=willow-hill.example; Path=/; HttpOnly; Secure; SameSite=Lax`,
      'idSite=41; Max-Age=86400; Domain=willow-hill.example; Path=/; Secure; SameSite=Lax',
    ]);
  });

  test.each(['localhost', 'willow-hill.localhost', '127.0.0.1:3000'])(
    'at the local name %s is good there alone, without https',
    async (host) => {
      const cookies = cookiesOf(await call('POST /login', host));
      expect(cookies).toHaveLength(2);
      expect(cookies.join()).not.toMatch(/Secure|Domain/);
    },
  );

  test('that is refused sets nothing, ends nothing, and says why', async () => {
    api('/login', {}, 401);
    const answer = await call('POST /login', chenes, signedIn);
    expect(answer.status).toBe(401);
    expect(JSON.parse(answer.text)).toMatchObject({ success: false });
    expect(cookiesOf(answer)).toEqual([]);
  });

  test('that was tried too often says when to come back', async () => {
    api('/login', {}, 429, { 'retry-after': '17' });
    expect((await call('POST /login')).headers['retry-after']).toBe('17');
  });

  test.each([
    ['without a token', JSON.stringify({ success: true, data: { idSite: 40 }, message: '' })],
    ['with half a token', `{"success":true,"data":{"token":"${token}`],
    ['with a token that is none', JSON.stringify({ success: true, data: { token: `${token}; a=b` }, message: '' })],
    ['at great length', JSON.stringify({ success: true, data: { token }, message: 'x'.repeat(100_000) })],
  ])('that the API answers %s is a 503, and nothing of it gets out', async (_, text) => {
    fixture.api.handlers['/login'] = (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json', etag: '"e"' }).end(text);
    const answer = await call('POST /login');
    expect(answer.status).toBe(503);
    expect(JSON.parse(answer.text)).toMatchObject({ success: false });
    expect(cookiesOf(answer)).toEqual([]);
    expect(answer.text + JSON.stringify(answer.headers)).not.toContain('k3y');
  });
});

describe('The cookies end', () => {
  test.each([
    ['with a log-out', 'POST /logout', 200],
    ['with the account', 'DELETE /user', 200],
    ['when the API does not know the token any more', 'GET /user', 401],
    ['when it does not know it during a write', 'PUT /user', 401],
  ])('%s', async (_, name, status) => {
    api(name.split(' ')[1] ?? '', {}, status);
    const answer = await call(name, chenes, signedIn);
    expect(answer.status).toBe(status);
    expect(cookiesOf(answer)).toEqual(ending(secure, ''));
    expect(answer.headers['cache-control']).toBe('no-store');
    const elsewhere = cookiesOf(await call(name, willow, signedIn));
    expect(elsewhere).toEqual([...ending(secure, '; Domain=willow-hill.example'), ...ending(secure, '')]);
    expect(cookiesOf(await call(name, 'localhost', signedIn))).toEqual(ending('', ''));
  });

  test.each([
    ['an account that must stay', 'DELETE /user', 409, signedIn],
    ['a log-out that could not be done', 'POST /logout', 503, signedIn],
    ['a new password', 'PUT /user/password', 200, signedIn],
    ['a wrong password', 'PUT /user/password', 422, signedIn],
    ['something that is not allowed', 'GET /user', 403, signedIn],
    ['somebody who is not logged in', 'GET /user', 401, {}],
    ['somebody with another program’s cookie', 'GET /user', 401, { cookie: 'token=a.b.c' }],
  ])('not with %s', async (_, name, status, headers) => {
    api(name.split(' ')[1] ?? '', {}, status);
    const answer = await call(name, chenes, headers as Record<string, string>);
    expect(answer.status).toBe(status);
    expect(cookiesOf(answer)).toEqual([]);
  });
});

describe('A call with a token', () => {
  const cached = { 'cache-control': 'public, max-age=60', etag: '"e"' };

  test('has an answer that nobody keeps, whatever the API says; without, the API’s word counts', async () => {
    api('/variation', { variations: [] }, 200, cached);
    const own = await call('GET /variation', chenes, signedIn);
    expect(own.headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(own.headers.etag).toBeUndefined();
    expect((await call('GET /variation')).headers).toMatchObject(cached);
  });

  test('of two different tokens carries neither, and both end wherever they were set', async () => {
    api('/user', {}, 401);
    const answer = await call('GET /user', willow, { cookie: `token=${'x'.repeat(43)}; token=${token}` });
    expect(fixture.api.requests.at(-1)?.headers.authorization).toBeUndefined();
    expect(cookiesOf(answer)).toEqual([
      ...ending(secure, '; Domain=fr.willow-hill.example'),
      ...ending(secure, '; Domain=willow-hill.example'),
      ...ending(secure, ''),
    ]);
  });

  test('of two different tokens that logs in ends with the new one', async () => {
    const cookies = cookiesOf(await call('POST /login', chenes, { cookie: `token=${'x'.repeat(43)}; token=${token}` }));
    expect(cookies.slice(-2)).toEqual(cookiesOf(await call('POST /login')));
    expect(cookies[0]).toContain(`token=; Max-Age=0; Domain=${chenes}`);
  });

  test('of a picture carries none: pictures are kept for everybody', async () => {
    api('/image/1', {}, 200, { 'cache-control': 'public, immutable' });
    await rawRequest(port, '/image/1?v=1', { host: chenes, headers: signedIn });
    expect(fixture.api.requests.at(-1)).toMatchObject({ name: 'GET /image/1' });
    expect(fixture.api.requests.at(-1)?.headers.authorization).toBeUndefined();
  });

  test.each(['POST /order', 'PUT /user', 'DELETE /user'])('%s brings its body and its key', async (name) => {
    api(name.split(' ')[1] ?? '', {});
    expect((await call(name, chenes, { ...signedIn, 'idempotency-key': 'once-1' })).status).toBe(200);
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

describe('A write in a customer’s name', () => {
  test.each([
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['another estate', { origin: 'https://willow-hill.example' }],
    ['a neighbour under the same domain', { origin: `https://www.${chenes}`, 'sec-fetch-site': 'same-site' }],
    ['another port', { origin: `https://${chenes}:9999` }],
    ['a page that hides its origin', { origin: 'null' }],
  ])('by %s is refused before the API hears of it, and ends nothing', async (_, headers) => {
    for (const name of ['POST /order', 'POST /logout', 'DELETE /user', 'PUT /user/password', 'POST /login']) {
      const answer = await call(name, chenes, { ...signedIn, ...headers });
      expect([name, answer.status]).toEqual([name, 403]);
      expect(cookiesOf(answer)).toEqual([]);
    }
    expect(fixture.api.requests).toEqual([]);
  });

  test('by the site’s own page is passed on', async () => {
    api('/order', {});
    const own = { origin: `https://${chenes}`, 'sec-fetch-site': 'same-origin' };
    expect((await call('POST /order', chenes, { ...signedIn, ...own })).status).toBe(200);
  });
});

test('no token is in any line of the log', async () => {
  await call('POST /login');
  await call('POST /login', willow, signedIn);
  await fixture.api.stop();
  expect((await call('GET /user', chenes, signedIn)).status).toBe(503);
  await fixture.api.restart();
  expect(fixture.log.some(({ msg }) => msg === 'request')).toBe(true);
  expect(JSON.stringify(fixture.log)).not.toContain('k3y');
});
