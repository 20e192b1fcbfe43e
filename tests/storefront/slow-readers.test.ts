import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { concurrentFileStreamLimits } from '#server/storefront/gateway/create-file-streamer.ts';
import { unreadBufferedBytesLimits } from '#server/storefront/gateway/media-gateway.ts';
import { sendRequestWithAnyHost } from '#tests/support/servers/raw-request.ts';
import { type StorefrontFixture, startStorefrontFixture } from '#tests/support/servers/storefront-fixture.ts';

vi.setConfig({ testTimeout: 60_000 });

/** Polls for longer than Vitest's default of one second, because the machine may be busy. */
const poll = <T>(read: () => T) => expect.poll(read, { timeout: 20_000 });

let fixture: StorefrontFixture;
let port: number;

beforeAll(async () => {
  fixture = await startStorefrontFixture({ apiTimeoutMs: 10_000 });
  await fixture.app.listen({ port: 0, host: '127.0.0.1' });
  port = (fixture.app.server.address() as AddressInfo).port;
  fixture.api.handlers['/image/2'] = sendBytes(1_000);
});
afterAll(() => fixture.close());

const sendBytes = (bytes: number) => (_request: unknown, response: ServerResponse) =>
  void response
    .writeHead(200, { 'content-type': 'image/png', 'content-length': bytes, etag: '"one"' })
    .end(Buffer.alloc(bytes));

/** Requests a path on many connections, never reads the responses, and returns a function that closes them. */
function openSlowReaders(path: string, count: number, requestsPerConnection = 1) {
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.pause();
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(requestsPerConnection));
    return socket;
  });
  return () => sockets.forEach((socket) => void socket.destroy());
}

describe('clients that never read', () => {
  it.each([
    // The files are larger than the kernel's socket buffers, so that part of each waits in the storefront.
    ['a video', '/file/1/film.mp4', 24 * 2 ** 20],
    ['a large picture', '/image/1', 6 * 2 ** 20],
    ['an export', '/api/admin/order/export', 24 * 2 ** 20],
  ])('%s do not delay the pictures of another site', async (_, path, bytes) => {
    const apiPath = path.replace('/api/', '/');
    fixture.api.handlers[apiPath] = sendBytes(bytes);
    const before = fixture.api.requestCount(`GET ${apiPath}`);
    const close = openSlowReaders(path, 100);
    try {
      await poll(() => fixture.api.requestCount(`GET ${apiPath}`) - before).toBe(concurrentFileStreamLimits.perNetwork);
      const picture = await sendRequestWithAnyHost(port, '/image/2', { host: 'willow-hill.localhost' });
      expect([picture.status, picture.body.length]).toEqual([200, 1_000]);
      const refused = await sendRequestWithAnyHost(port, path);
      expect([refused.status, refused.headers['retry-after']]).toEqual([429, '2']);
    } finally {
      close();
    }
    // The connections are closed, which releases the streams of their requests.
    await poll(async () => (await sendRequestWithAnyHost(port, path)).status).toBe(200);
  });
});

describe('a file that is too large to be buffered', () => {
  const path = '/file/2/film.mp4';
  const requests = () => fixture.api.requestCount(`GET ${path}`);
  const size = 3 * 2 ** 20;

  it('is fetched once for each request, and not kept', async () => {
    fixture.api.handlers[path] = sendBytes(size);
    for (let count = 1; count <= 2; count++) {
      expect((await sendRequestWithAnyHost(port, path)).body.length).toBe(size);
      expect(requests()).toBe(count);
    }
  });

  it('is sent whole to each of the requests that arrive with the first', async () => {
    const url = `${path}?v=other`;
    const responses = await Promise.all(Array.from({ length: 4 }, () => sendRequestWithAnyHost(port, url)));
    expect(responses.map(({ status, body }) => [status, body.length])).toEqual(responses.map(() => [200, size]));
  });

  it('is not sent to a first request that has its version, which receives 304', async () => {
    const response = await sendRequestWithAnyHost(port, `${path}?v=third`, { headers: { 'if-none-match': '"one"' } });
    expect([response.status, response.body.length]).toEqual([304, 0]);
  });
});

describe('pictures that are not read', () => {
  it('are refused to their network beyond its limit of bytes, and sent again after its connections have closed', async () => {
    const size = 2 * 2 ** 20;
    fixture.api.handlers['/image/4'] = sendBytes(size);
    const connections = (2 * unreadBufferedBytesLimits.perNetwork) / size;
    // Each connection requests twelve pictures, because the kernel buffers the first ones.
    const close = openSlowReaders('/image/4', connections, 12);
    const read = async () => {
      const { status, headers } = await sendRequestWithAnyHost(port, '/image/4');
      return [status, headers['retry-after']];
    };
    try {
      await poll(read).toEqual([429, '2']);
    } finally {
      close();
    }
    await poll(read).toEqual([200, undefined]);
  });
});

describe('picture', () => {
  it('is fetched once for concurrent requests', async () => {
    const pendingResponses: ServerResponse[] = [];
    fixture.api.handlers['/image/3'] = (_request, response) => void pendingResponses.push(response);
    const responses = Array.from({ length: 20 }, () => sendRequestWithAnyHost(port, '/image/3'));
    await poll(() => pendingResponses).toHaveLength(1);
    // Once the response to this request has arrived, every earlier one has reached the storefront.
    await sendRequestWithAnyHost(port, '/image/2');
    for (const response of pendingResponses) sendBytes(500)(null, response);
    expect((await Promise.all(responses)).map(({ status, body }) => [status, body.length])).toEqual(
      Array.from({ length: 20 }, () => [200, 500]),
    );
    expect(pendingResponses).toHaveLength(1);
  });

  it('is sent according to If-None-Match and the method', async () => {
    const whole = await sendRequestWithAnyHost(port, '/image/2', { headers: { 'if-none-match': '"another"' } });
    expect([whole.status, whole.body.length]).toEqual([200, 1_000]);
    const notModified = await sendRequestWithAnyHost(port, '/image/2', { headers: { 'if-none-match': '"one"' } });
    expect([notModified.status, notModified.body.length]).toEqual([304, 0]);
    const head = await sendRequestWithAnyHost(port, '/image/2', { method: 'HEAD' });
    expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, '1000', 0]);
  });
});
