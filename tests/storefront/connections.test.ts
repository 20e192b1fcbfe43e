import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendRequestWithAnyHost } from '#tests/support/servers/raw-request.ts';
import { type StorefrontFixture, startStorefrontFixture } from '#tests/support/servers/storefront-fixture.ts';

let fixture: StorefrontFixture;
let port: number;

beforeAll(async () => {
  fixture = await startStorefrontFixture({ apiTimeoutMs: 10_000 });
  await fixture.app.listen({ port: 0, host: '127.0.0.1' });
  port = (fixture.app.server.address() as AddressInfo).port;
  await sendRequestWithAnyHost(port, '/contact');
});
afterAll(() => fixture.close());

/**
 * Sends bytes over one connection, and collects the output until the server closes it or `maxResponses` have arrived.
 */
function exchange(bytes: string, maxResponses: number): Promise<{ text: string; isClosed: boolean }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
      if (text.split('</p>').length > maxResponses) setTimeout(() => socket.destroy(), 50);
    });
    let isEnded = false;
    socket.on('end', () => {
      isEnded = true;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve({ text, isClosed: isEnded }));
  });
}
const get = (path: string, headers = '', version = '1.1') =>
  `GET ${path} HTTP/${version}\r\nHost: localhost\r\n${headers}\r\n`;

test('the storefront sends a cached page with the headers of its first render plus an ETag', async () => {
  const rendered = await sendRequestWithAnyHost(port, '/nos-vins');
  const cached = await sendRequestWithAnyHost(port, '/nos-vins');
  const { date: _, ...expected } = rendered.headers;
  expect(Number(expected['content-length'])).toBeGreaterThan(0);
  expect(cached.headers).toMatchObject(expected);
  const added = Object.keys(cached.headers).filter((name) => !(name in rendered.headers));
  expect(added).toEqual(['etag']);
  expect(Math.abs(Date.parse(String(cached.headers.date)) - Date.now())).toBeLessThan(5_000);
});

test('the storefront responds to pipelined requests in order, cached or not, and keeps the connection open', async () => {
  const paths = ['/contact', '/nos-vins?page=9', '/contact', '/nope', '/contact'];
  const { text, isClosed } = await exchange(paths.map((path) => get(path)).join(''), 5);
  const servedPaths = [...text.matchAll(/<p>Domaine des Chênes (\S+) first<\/p>/g)].map(([, path]) => path);
  expect(servedPaths).toEqual(paths);
  expect(text.match(/Keep-Alive: timeout=72/g)).toHaveLength(5);
  expect(isClosed).toBe(false);
});

test('the storefront closes the connection after Connection: close', async () => {
  const { text, isClosed } = await exchange(get('/contact', 'Connection: close\r\n'), 9);
  expect(text).toContain('/contact first');
  expect(text).toContain('Connection: close');
  expect(isClosed).toBe(true);
});

test('the storefront responds to an HTTP/1.0 client and closes the connection', async () => {
  const { text, isClosed } = await exchange(get('/contact', '', '1.0'), 9);
  expect(text).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(text).toContain('/contact first');
  expect(isClosed).toBe(true);
});

test.each([
  ['writes', 'POST /api/login'],
  ['reads with a body', 'GET /api/parameter'],
])('unfinished %s of many clients do not block other calls', async (_, line) => {
  // There are more sockets than the storefront's pool has connections to the API.
  const sockets = Array.from({ length: 80 }, () => connect(port, '127.0.0.1'));
  const bytes = `${line} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 60\r\n\r\n{`;
  await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<void>((resolve, reject) => {
          socket.on('error', reject);
          socket.on('connect', () => socket.write(bytes, () => resolve()));
        }),
    ),
  );
  try {
    fixture.api.handlers['/product/quantities'] = (_request, response) => response.end('{"success":true}');
    const update = await sendRequestWithAnyHost(port, '/api/product/quantities', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{"products":[]}',
    });
    expect(update.status).toBe(200);
    expect((await sendRequestWithAnyHost(port, '/api/parameter')).status).toBe(200);
  } finally {
    for (const socket of sockets) socket.destroy();
  }
});

test('the storefront refuses a chunked body beyond the limit with 413', async () => {
  const before = fixture.api.requests.length;
  const response = await sendRequestWithAnyHost(port, '/api/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
    body: `{"identifier":"${'a'.repeat(300_000)}"}`,
  });
  expect(response.status).toBe(413);
  expect(fixture.api.requests.length).toBe(before);
});

test('the storefront forwards pipelined calls of one connection to the API one at a time', async () => {
  const pendingResponses: (() => void)[] = [];
  fixture.api.handlers['/variation'] = (_request, response) => {
    pendingResponses.push(() => response.end('{"success":true}'));
  };
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString();
  });
  socket.write(get('/api/variation').repeat(3));
  for (let count = 0; count < 3; count++) {
    await expect.poll(() => pendingResponses.length).toBe(count + 1);
    // Once the response to this request has arrived, the storefront has read all pipelined requests.
    expect((await sendRequestWithAnyHost(port, '/api/parameter')).status).toBe(200);
    expect(pendingResponses).toHaveLength(count + 1);
    pendingResponses.at(-1)?.();
    await expect.poll(() => text.split('{"success":true}').length - 1).toBe(count + 1);
  }
  socket.destroy();
});

test('a client that does not read the response holds no connection to the API', async () => {
  const sent = Promise.withResolvers<void>();
  fixture.api.handlers['/variation'] = (_request, response) => {
    response.on('close', () => sent.resolve());
    // The body is larger than the kernel's socket buffers, so that part of it waits in the storefront.
    response.writeHead(200, { 'content-type': 'application/json' }).end(Buffer.alloc(48 * 2 ** 20, ' '));
  };
  const socket = connect(port, '127.0.0.1');
  socket.pause();
  socket.write(get('/api/variation'));
  await sent.promise;
  socket.destroy();
});
