import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask } from '#tests/support/servers/raw-request.ts';
import { type Fixture, startStorefront } from '#tests/support/servers/storefront-fixture.ts';

let fixture: Fixture;
let port: number;

beforeAll(async () => {
  fixture = await startStorefront();
  await fixture.app.listen({ port: 0, host: '127.0.0.1' });
  port = (fixture.app.server.address() as AddressInfo).port;
  await ask(port, '/contact');
});
afterAll(() => fixture.close());

/** Sends bytes and gathers what comes until the server closes, or until `most` answers have come. */
function exchange(bytes: string, most: number): Promise<{ text: string; isClosed: boolean }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.on('data', (part) => {
      text += part.toString();
      if (text.split('</p>').length > most) setTimeout(() => socket.destroy(), 50);
    });
    let isEnded = false;
    socket.on('end', () => {
      isEnded = true;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve({ text, isClosed: isEnded }));
  });
}
const get = (path: string, more = '', version = '1.1') =>
  `GET ${path} HTTP/${version}\r\nHost: localhost\r\n${more}\r\n`;

test('a cached page has the headers of its first render, plus ETag and length', async () => {
  const rendered = await ask(port, '/nos-vins');
  const cached = await ask(port, '/nos-vins');
  const { date: _, 'transfer-encoding': chunked, ...expected } = rendered.headers;
  expect(chunked).toBe('chunked');
  expect(cached.headers).toMatchObject(expected);
  const added = Object.keys(cached.headers).filter((name) => !(name in rendered.headers));
  expect(added.sort()).toEqual(['content-length', 'etag']);
  expect(Math.abs(Date.parse(String(cached.headers.date)) - Date.now())).toBeLessThan(5_000);
});

test('requests in one packet are answered in their order, from memory or not, on one open connection', async () => {
  const paths = ['/contact', '/nos-vins?page=9', '/contact', '/nope', '/contact'];
  const { text, isClosed } = await exchange(paths.map((path) => get(path)).join(''), 5);
  const answered = [...text.matchAll(/<p>Domaine des Chênes (\S+) first<\/p>/g)].map(([, path]) => path);
  expect(answered).toEqual(paths);
  expect(text.match(/Keep-Alive: timeout=72/g)).toHaveLength(5);
  expect(isClosed).toBe(false);
});

test('a client that wants the connection closed gets it closed', async () => {
  const { text, isClosed } = await exchange(get('/contact', 'Connection: close\r\n'), 9);
  expect(text).toContain('/contact first');
  expect(text).toContain('Connection: close');
  expect(isClosed).toBe(true);
});

test('a client of the old kind is answered, too', async () => {
  const { text, isClosed } = await exchange(get('/contact', '', '1.0'), 9);
  expect(text).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(text).toContain('/contact first');
  expect(isClosed).toBe(true);
});

test.each([
  ['writes', 'POST /api/login'],
  ['reads with a body', 'GET /api/parameter'],
])('visitors who never finish their %s keep nobody else waiting', async (_, line) => {
  // More than there are connections to the API.
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
    fixture.api.answers['/product/quantities'] = (_request, response) => response.end('{"success":true}');
    const written = await ask(port, '/api/product/quantities', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{"products":[]}',
    });
    expect(written.status).toBe(200);
    expect((await ask(port, '/api/parameter')).status).toBe(200);
  } finally {
    for (const socket of sockets) socket.destroy();
  }
});

test('what a call sends at too great a length, without saying so before, is refused', async () => {
  const before = fixture.api.requests.length;
  const answer = await ask(port, '/api/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
    body: `{"identifier":"${'a'.repeat(300_000)}"}`,
  });
  expect(answer.status).toBe(413);
  expect(fixture.api.requests.length).toBe(before);
});

test('calls that come at once on one connection go to the API one after another', async () => {
  const held: (() => void)[] = [];
  fixture.api.answers['/variation'] = (_request, response) => {
    held.push(() => response.end('{"success":true}'));
  };
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (part) => {
    text += part.toString();
  });
  socket.write(get('/api/variation').repeat(3));
  for (let answered = 0; answered < 3; answered++) {
    await expect.poll(() => held.length).toBe(answered + 1);
    // Everything that was sent has been seen by now.
    expect((await ask(port, '/api/parameter')).status).toBe(200);
    expect(held).toHaveLength(answered + 1);
    held.at(-1)?.();
    await expect.poll(() => text.split('{"success":true}').length - 1).toBe(answered + 1);
  }
  socket.destroy();
});

test('whoever does not read the answer keeps no connection to the API', async () => {
  const isSent = Promise.withResolvers<void>();
  fixture.api.answers['/variation'] = (_request, response) => {
    response.on('close', () => isSent.resolve());
    // More than the system holds on the way.
    response.writeHead(200, { 'content-type': 'application/json' }).end(Buffer.alloc(48 * 2 ** 20, ' '));
  };
  const socket = connect(port, '127.0.0.1');
  socket.pause();
  socket.write(get('/api/variation'));
  await isSent.promise;
  socket.destroy();
});
