import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StorefrontFixture, startStorefrontFixture } from '#tests/support/servers/storefront-fixture.ts';

let fixture: StorefrontFixture;
beforeAll(async () => {
  fixture = await startStorefrontFixture();
  await fixture.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => fixture.close());

/** Sends a request as it is, and returns everything that the server answers. */
function send(request: string): Promise<string> {
  const socket = connect((fixture.app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(request);
  return text(socket);
}

test.each([
  ['localhost', 'fr', 'Trop de cookies'],
  ['willow-hill.localhost', 'en', 'Too many cookies'],
])(
  'a visitor of %s with too many cookies gets a page in its language that says what to do',
  async (host, lang, title) => {
    for (let count = 0; count < 5; count++) {
      const answer = await send(`GET /contact HTTP/1.1\r\nHost: ${host}\r\nCookie: a=${'x'.repeat(20_000)}\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 431 /);
      expect(answer).toContain('content-type: text/html; charset=utf-8');
      expect(answer).toContain(`<html lang="${lang}`);
      expect(answer).toContain(`<h1>${title}</h1>`);
      expect(answer).toContain('Too many cookies');
    }
  },
);

test('a request that is no HTTP gets a 400 without a body', async () => {
  expect(await send('hello\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 .*content-length: 0/s);
});
