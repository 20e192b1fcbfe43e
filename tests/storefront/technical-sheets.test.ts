import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendEnvelope } from '#tests/support/servers/fake-api.ts';
import { type StorefrontFixture, startStorefrontFixture } from '#tests/support/servers/storefront-fixture.ts';

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
const lastRequest = () => fixture.api.requests.at(-1);

describe('technical sheets', () => {
  const path = '/product/generate/file/1/11';
  const answerWithLanguage = () => {
    fixture.api.handlers[path] = ({ headers }, response) => {
      const text = `%PDF ${headers.idsite} ${headers.userlang}`;
      response
        .writeHead(200, { 'content-type': 'application/pdf', 'content-length': text.length, etag: 'W/"1"' })
        .end(text);
    };
  };

  test('are sent in the language of the host without the query', async () => {
    answerWithLanguage();
    const hosts = ['localhost', 'willow-hill.localhost', 'fr.willow-hill.localhost'];
    const responses = await Promise.all(hosts.map((host) => call(`${path}?from=x`, { headers: { host } })));
    expect(responses.map(({ body }) => body)).toEqual(['%PDF 40 fr_FR', '%PDF 41 en', '%PDF 41 fr_FR']);
    expect(responses[0]?.headers['content-type']).toBe('application/pdf');
  });

  test('are fetched once for simultaneous visitors', async () => {
    answerWithLanguage();
    await Promise.all(Array.from({ length: 12 }, () => call(path)));
    expect(fixture.api.requests).toHaveLength(1);
  });

  test('are fetched once and sent whole for simultaneous HEAD and Range requests', async () => {
    answerWithLanguage();
    const options = [{ method: 'HEAD' }, { headers: { range: 'bytes=0-1' } }, {}];
    const responses = await Promise.all(Array.from({ length: 12 }, (_, index) => call(path, options[index % 3])));
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(responses.slice(0, 3).map(({ body }) => body)).toEqual(['', '%PDF 40 fr_FR', '%PDF 40 fr_FR']);
    expect(fixture.api.requests.map(({ name }) => name)).toEqual([`GET ${path}`]);
    expect(lastRequest()?.headers.range).toBeUndefined();
  });

  test('wait within limits for one network and do not block other calls', async () => {
    const pending: ServerResponse[] = [];
    const paths = Array.from({ length: 100 }, (_, index) => `/product/generate/file/${index + 100}`);
    for (const each of paths) fixture.api.handlers[each] = (_request, response) => void pending.push(response);
    const responses = Promise.all(paths.map((each) => call(each, { headers: { range: 'bytes=0-1' } })));
    await expect.poll(() => pending.length).toBe(4);
    expect((await call('/parameter')).statusCode).toBe(200);
    expect(pending).toHaveLength(4);
    for (const each of paths) fixture.api.handlers[each] = (_request, response) => sendEnvelope(response, {});
    for (const response of pending) sendEnvelope(response, {});
    const refused = (await responses).filter(({ statusCode }) => statusCode === 429);
    expect(refused).toHaveLength(100 - 4 - 64);
    expect(refused[0]?.headers['retry-after']).toBe('2');
    expect(refused[0]?.json()).toMatchObject({ success: false, message: expect.stringMatching(/./) });
  });

  test('are confirmed with 304 for the current ETag', async () => {
    answerWithLanguage();
    expect((await call(path, { headers: { 'if-none-match': 'W/"1"' } })).statusCode).toBe(304);
  });

  test('return 503 in the envelope of the API while the API is down', async () => {
    fixture.api.handlers[path] = (request) => request.socket.destroy();
    const response = await call(path);
    expect(response.statusCode).toBe(503);
    expect(response.json()).toMatchObject({ success: false, message: expect.stringMatching(/./) });
    expect(response.headers['retry-after']).toBe('5');
  });
});
