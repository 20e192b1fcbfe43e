import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendEnvelope } from '#tests/support/servers/fake-api.ts';
import { type StorefrontFixture, startStorefrontFixture } from '#tests/support/servers/storefront-fixture.ts';

const token = 'a1b2c3d4-e5f6-4a7b-8c9d-0e1f2a3b4c5d';
const path = `/newsletter/unsubscribe/${token}`;

let fixture: StorefrontFixture;
beforeAll(async () => {
  fixture = await startStorefrontFixture();
});
afterAll(() => fixture.close());
beforeEach(() => {
  fixture.api.requests.length = 0;
  fixture.api.behaviour = 'normal';
  fixture.api.handlers['/newsletter/unsubscribe'] = (_request, response) => {
    const isKnown = fixture.api.requests.at(-1)?.body.includes(token);
    if (isKnown) return sendEnvelope(response, { list: 'The letter' });
    return sendEnvelope(response, {}, 422, 'expired');
  };
});

const post = (url: string, headers: Record<string, string> = {}, payload = 'List-Unsubscribe=One-Click') =>
  fixture.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
const calls = () => fixture.api.requests.filter(({ name }) => name === 'PUT /newsletter/unsubscribe');

describe('POST to the URL of the header List-Unsubscribe', () => {
  test.each<[string, Record<string, string>]>([
    ['without cookie and Origin', {}],
    ['with an origin that is hidden', { origin: 'null' }],
    ['with the origin of a web mail', { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' }],
    ['as multipart', { 'content-type': 'multipart/form-data; boundary=x' }],
  ])('unsubscribes %s', async (_, headers) => {
    const response = await post(path, headers);
    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(response.body).toContain('"answers":{"list":["The letter"]}');
    expect(calls().map(({ body, headers: sent }) => [body, sent.idsite, sent.cookie])).toEqual([
      [JSON.stringify({ token }), '40', undefined],
    ]);
  });

  test('responds to an unknown token with 422 and a page', async () => {
    const response = await post('/newsletter/unsubscribe/unknown-unknown-unknown');
    expect([response.statusCode, response.headers['content-type']]).toEqual([422, 'text/html; charset=utf-8']);
  });

  test('responds with 503 while the API fails, so that the mail provider tries again', async () => {
    fixture.api.behaviour = 'failing';
    expect((await post(path)).statusCode).toBe(503);
  });

  test('refuses a body that no mail provider sends', async () => {
    expect((await post(path, {}, 'x'.repeat(5_000))).statusCode).toBe(413);
    expect(calls()).toEqual([]);
  });

  test('does not log the token', async () => {
    await post(path);
    expect(JSON.stringify(fixture.log)).not.toContain(token);
  });
});

describe('POST to the URL of the header in a review invitation', () => {
  const refusalPath = `/review/refuse/${token}`;
  const apiPath = '/review/invitation/refuse';
  beforeEach(() => {
    fixture.api.handlers[apiPath] = (_request, response) => sendEnvelope(response, {});
  });

  test.each<[string, Record<string, string>]>([
    ['a mail provider, without cookie and Origin', {}],
    ['a web mail, from its own origin', { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' }],
  ])('refuses further ones for %s', async (_, headers) => {
    const response = await post(refusalPath, headers);
    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(fixture.api.requests.map(({ name, body }) => [name, body])).toContainEqual([
      `PUT ${apiPath}`,
      JSON.stringify({ token }),
    ]);
    expect(calls()).toEqual([]);
    expect(JSON.stringify(fixture.log)).not.toContain(token);
  });
});

test.each([path, `/review/refuse/${token}`])('GET of %s changes nothing', async (url) => {
  const response = await fixture.app.inject({ url, headers: { host: 'localhost' } });
  expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store']);
  expect(fixture.api.requests.filter(({ name }) => name.startsWith('PUT'))).toEqual([]);
});
