import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { maxFormBytes } from '#server/storefront/gateway/form-body.ts';
import { createPdfFile, encodeMultipartBody } from '#tests/support/fixtures/form-fixtures.ts';
import { sendEnvelope } from '#tests/support/servers/fake-api.ts';
import { type StorefrontFixture, startStorefrontFixture } from '#tests/support/servers/storefront-fixture.ts';

let fixture: StorefrontFixture;
let received: string[];
beforeAll(async () => {
  fixture = await startStorefrontFixture();
});
afterAll(() => fixture.close());
beforeEach(() => {
  received = [];
  fixture.api.requests.length = 0;
  fixture.api.behaviour = 'normal';
  for (const path of ['/forms/7/submit', '/message'])
    fixture.api.handlers[path] = (_request, response) => {
      const body = fixture.api.requests.at(-1)?.body ?? '';
      received.push(body);
      const isValid = body.includes('@mail.example');
      sendEnvelope(
        response,
        isValid ? {} : { errors: { email: 'wrong' } },
        isValid ? 200 : 422,
        isValid ? '' : 'check',
      );
    };
});

async function post(
  url: string,
  parts: Parameters<typeof encodeMultipartBody>[0],
  headers: Record<string, string> = {},
) {
  const form = await encodeMultipartBody(parts);
  return fixture.app.inject({
    method: 'POST',
    url,
    payload: form.body,
    headers: { host: 'localhost', origin: 'http://localhost', ...form.headers, ...headers },
  });
}

describe('a form that is sent without scripts', () => {
  test('receives its page with the errors and what was typed, uncached', async () => {
    const response = await post('/forms/7', { email: 'x', message: 'Bonjour', website: '', plan: createPdfFile() });
    expect(response.statusCode).toBe(422);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.body).toContain(
      '"message":"check","errors":{"email":"wrong"},"answers":{"email":["x"],"message":["Bonjour"]}',
    );
    const visit = await fixture.app.inject({ url: '/forms/7', headers: { host: 'localhost' } });
    expect([visit.statusCode, visit.body.includes('Bonjour')]).toEqual([200, false]);
    const accepted = await post('/forms/7', { email: 'a@mail.example' });
    expect([accepted.statusCode, accepted.body.includes('"isAccepted":true')]).toEqual([200, true]);
    expect(accepted.headers['cache-control']).toBe('no-store');
  });

  test('reaches the API of its site with its files', async () => {
    await post(
      '/forms/contact',
      { email: 'a@mail.example', plan: createPdfFile('plan.pdf') },
      { host: 'willow-hill.localhost', origin: 'http://willow-hill.localhost' },
    );
    expect(fixture.api.requests.at(-1)).toMatchObject({ headers: { idsite: '41' } });
    expect(received[0]).toContain('filename="plan.pdf"');
  });

  test.each<[string, Record<string, string>, number]>([
    ['another origin', { origin: 'https://evil.example' }, 403],
    ['a sandboxed page', { origin: 'null' }, 403],
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a form without files and encoding', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
  ])('is refused from %s', async (_, headers, status) => {
    expect((await post('/forms/7', { email: 'a@mail.example' }, headers)).statusCode).toBe(status);
    expect(received).toEqual([]);
  });

  test('is refused when it is too large', async () => {
    const parts = { plan: createPdfFile('plan.pdf', maxFormBytes) };
    expect((await post('/forms/7', parts)).statusCode).toBe(413);
    expect((await post('/api/forms/7/submit', parts)).statusCode).toBe(413);
    expect(received).toEqual([]);
  });

  test('is refused if it has more parts than any form', async () => {
    const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n';
    const response = await fixture.app.inject({
      method: 'POST',
      url: '/forms/7',
      payload: `${part.repeat(160_000)}--x--\r\n`,
      headers: {
        host: 'localhost',
        origin: 'http://localhost',
        'content-type': 'multipart/form-data; boundary=x',
      },
    });
    expect(response.statusCode).toBe(413);
    expect(response.body).toContain('"answers":{}');
  });

  test('repeats at most as many values and characters as a form may have', async () => {
    const response = await post('/forms/7', {
      topics: Array.from({ length: 100 }, (_, index) => `v${index}`),
      texts: Array.from({ length: 40 }, () => 'y'.repeat(30_000)),
      ticket: 'secret',
    });
    expect(response.statusCode).toBe(422);
    expect(response.body).toContain('"v59"]');
    expect(response.body).not.toMatch(/"v60"|secret/);
    expect(response.body.length).toBeLessThan(300_000);
  });

  test('keeps what was typed while the API is down', async () => {
    fixture.api.handlers['/forms/7/submit'] = (request) => request.socket.destroy();
    const response = await post('/forms/7', { message: 'Bonjour' });
    expect([response.statusCode, response.body.includes('"message":["Bonjour"]')]).toEqual([503, true]);
  });

  test.each(['/forms/0', '/forms/x', '/forms/1e3'])('has no page at %s', async (path) => {
    expect((await post(path, { email: 'a@mail.example' })).statusCode).toBe(404);
  });
});

test('the gateway passes on forms of scripts with their files', async () => {
  const response = await post('/api/forms/7/submit', { email: 'a@mail.example', plan: createPdfFile() });
  expect(response.json()).toEqual({ success: true, data: {}, message: '' });
  expect(received[0]?.includes('%PDF-1.4')).toBe(true);
});

test.each([
  ['by the gateway', '/api/forms/7/submit'],
  ['by a page, although others arrive at the gateway', '/forms/7'],
])('a form that is refused %s while it arrives closes its connection', async (_, lastPath) => {
  if (!fixture.app.server.listening) await fixture.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = fixture.app.server.address() as AddressInfo;
  const headOf = (path: string) =>
    [
      `POST ${path} HTTP/1.1`,
      'Host: localhost',
      'Origin: http://localhost',
      'Content-Type: multipart/form-data; boundary=x',
      `Content-Length: ${maxFormBytes}`,
      '\r\n',
    ].join('\r\n');
  const sockets = Array.from({ length: 3 }, () => connect(port, '127.0.0.1'));
  try {
    const answer = await new Promise<string>((resolve, reject) => {
      for (const socket of sockets) {
        socket.on('data', (chunk) => resolve(chunk.toString()));
        socket.on('error', reject);
        socket.write(headOf(socket === sockets.at(-1) ? lastPath : '/api/forms/7/submit'));
        socket.write(Buffer.alloc(maxFormBytes - 1));
      }
    });
    expect(answer).toMatch(/^HTTP\/1\.1 429 /);
    expect(answer).toMatch(/^connection: close/im);
  } finally {
    for (const socket of sockets) socket.destroy();
  }
});
