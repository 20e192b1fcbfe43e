import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { maxStreams } from '#server/storefront/gateway/file-streams.ts';
import { ask } from '#tests/support/servers/raw-request.ts';
import { type Fixture, startStorefront } from '#tests/support/servers/storefront-fixture.ts';

vi.setConfig({ testTimeout: 60_000 });

/** A busy machine needs more than the second that a poll usually has. */
const poll = <T>(read: () => T) => expect.poll(read, { timeout: 20_000 });

let fixture: Fixture;
let port: number;

beforeAll(async () => {
  fixture = await startStorefront();
  await fixture.app.listen({ port: 0, host: '127.0.0.1' });
  port = (fixture.app.server.address() as AddressInfo).port;
  fixture.api.answers['/image/2'] = sendBytes(1_000);
});
afterAll(() => fixture.close());

const sendBytes = (bytes: number) => (_request: unknown, response: ServerResponse) =>
  void response
    .writeHead(200, { 'content-type': 'image/png', 'content-length': bytes, etag: '"one"' })
    .end(Buffer.alloc(bytes));

/** Requests a path on many connections and never reads what comes. */
function openSlowReaders(path: string, count: number) {
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.pause();
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    return socket;
  });
  return () => sockets.forEach((socket) => void socket.destroy());
}

describe('visitors who never read', () => {
  it.each([
    // More than the kernel buffers on the way.
    ['a video', '/file/1/film.mp4', 24 * 2 ** 20],
    ['a large picture', '/image/1', 6 * 2 ** 20],
  ])('of %s do not delay the pictures of another site', async (_, path, bytes) => {
    fixture.api.answers[path] = sendBytes(bytes);
    const before = fixture.api.countOf(`GET ${path}`);
    const close = openSlowReaders(path, 100);
    try {
      await poll(() => fixture.api.countOf(`GET ${path}`) - before).toBeGreaterThan(maxStreams.perNetwork);
      const picture = await ask(port, '/image/2', { host: 'willow-hill.localhost' });
      expect([picture.status, picture.body.length]).toEqual([200, 1_000]);
      const refused = await ask(port, path);
      expect([refused.status, refused.headers['retry-after']]).toEqual([503, '2']);
    } finally {
      close();
    }
    // The streams of closed connections are free again.
    await poll(async () => (await ask(port, path)).status).toBe(200);
  });
});

describe('a picture', () => {
  it('is fetched once for all who request it at the same time', async () => {
    const held: ServerResponse[] = [];
    fixture.api.answers['/image/3'] = (_request, response) => void held.push(response);
    const asked = Array.from({ length: 20 }, () => ask(port, '/image/3'));
    await poll(() => held).toHaveLength(1);
    // Every request has reached the storefront by now.
    await ask(port, '/image/2');
    for (const response of held) sendBytes(500)(null, response);
    expect((await Promise.all(asked)).map(({ status, body }) => [status, body.length])).toEqual(
      Array.from({ length: 20 }, () => [200, 500]),
    );
    expect(held).toHaveLength(1);
  });

  it('is answered to each visitor as that visitor needs it', async () => {
    const whole = await ask(port, '/image/2', { headers: { 'if-none-match': '"another"' } });
    expect([whole.status, whole.body.length]).toEqual([200, 1_000]);
    const known = await ask(port, '/image/2', { headers: { 'if-none-match': '"one"' } });
    expect([known.status, known.body.length]).toEqual([304, 0]);
    const head = await ask(port, '/image/2', { method: 'HEAD' });
    expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, '1000', 0]);
  });
});
