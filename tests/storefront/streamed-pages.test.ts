import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isSecret, readKeyRule, render, renderFailure } from '#client/app/entry.server.tsx';
import type { RenderInput } from '#shared/rendering.ts';
import { createSampleRead, sampleAssets } from '#tests/support/fixtures/sample-site.ts';
import { waitUntil } from '#tests/support/servers/fake-api.ts';
import { sendRequestWithAnyHost } from '#tests/support/servers/raw-request.ts';
import { type StorefrontFixture, startStorefrontFixture } from '#tests/support/servers/storefront-fixture.ts';

let fixture: StorefrontFixture;
let port: number;
let sockets: Socket[];

beforeEach(async () => {
  sockets = [];
  fixture = await startStorefrontFixture({ htmlCacheBytes: 100_000_000 });
  await fixture.app.listen({ port: 0, host: '127.0.0.1' });
  port = (fixture.app.server.address() as AddressInfo).port;
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await fixture.close();
});

const visit = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  sendRequestWithAnyHost(port, path, { headers, method });

/** Requests a page on a connection of its own, whose received text grows, and waits for the first bytes. */
async function open(path: string) {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  sockets.push(socket);
  const closed = once(socket, 'close');
  const reading = { socket, closed, text: '' };
  socket.on('data', (chunk: string) => {
    reading.text += chunk;
  });
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  await once(socket, 'data');
  return reading;
}

/** Returns the body of a chunked response. @throws Error if the last chunk is missing. */
function decodeChunks(response: string): Buffer {
  let rest = response.slice(response.indexOf('\r\n\r\n') + 4);
  const parts: string[] = [];
  for (;;) {
    const size = Number.parseInt(rest, 16);
    if (Number.isNaN(size)) throw new Error('the response is incomplete');
    if (size === 0) return Buffer.from(parts.join(''), 'latin1');
    const start = rest.indexOf('\r\n') + 2;
    parts.push(rest.slice(start, start + size));
    rest = rest.slice(start + size + 2);
  }
}

/** Has the storefront render the sample site with React, whose bodies wait for `gate`. */
function renderWithReact(gate: Promise<void>): void {
  const read = createSampleRead();
  const prepare = (input: RenderInput): RenderInput => ({
    ...input,
    read,
    waitForRenderSlot: async () => {
      await input.waitForRenderSlot?.();
      await gate;
    },
  });
  const renderer = {
    isSecret,
    readKeyRule: (input: Parameters<typeof readKeyRule>[0]) => readKeyRule({ ...input, read }),
    render: (input: RenderInput) => render(prepare(input)),
    renderFailure: (input: RenderInput, failure: Parameters<typeof renderFailure>[1]) =>
      renderFailure(prepare(input), failure),
  };
  fixture.rendering.current = async () => ({ renderer, assets: sampleAssets });
}

describe('a page that is not in the cache', () => {
  test('leaves with title, preloads and theme before its body exists, and is complete in the cache', async () => {
    const gate = Promise.withResolvers<void>();
    renderWithReact(gate.promise);
    const reading = await open('/privacy-policy');
    const first = reading.text;
    expect(first).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(first).toMatch(/\r\nTransfer-Encoding: chunked\r\n/i);
    expect(first).not.toMatch(/\r\ncontent-length:/i);
    expect(first).toMatch(/\r\nlink: <\/assets\/entry\.css>; rel=preload; as=style/i);
    const head = first.slice(first.indexOf('<!DOCTYPE html><html lang="fr-FR"><head>'));
    expect(head).toMatch(/<title>[^<]+<\/title>/);
    expect(head).toContain('<link rel="preload" as="font"');
    expect(head).toContain('<link rel="stylesheet" href="/assets/entry.css">');
    expect(head).toMatch(/<style>[^<]*:root\{[^<]*--primary:/);
    expect(head).toContain('rel="canonical"');
    expect(head).not.toContain('<body');

    const joined = visit('/privacy-policy');
    gate.resolve();
    await reading.closed;
    const streamed = decodeChunks(reading.text);
    expect(streamed.toString()).toMatch(/<\/body><\/html>$/);
    expect(streamed.toString().match(/<title>/g)).toHaveLength(1);
    for (const response of [await joined, await visit('/privacy-policy')]) {
      expect(response.headers['content-length']).toBe(String(streamed.length));
      expect(response.headers.etag).toBeTruthy();
      expect(response.body.equals(streamed)).toBe(true);
    }
  });

  test('has length and ETag at once for HEAD and conditional requests', async () => {
    renderWithReact(Promise.resolve());
    const head = await visit('/privacy-policy', {}, 'HEAD');
    expect(Number(head.headers['content-length'])).toBeGreaterThan(1_000);
    const { etag = '' } = head.headers;
    expect((await visit('/privacy-policy', { 'if-none-match': etag })).status).toBe(304);
    const other = await visit('/legal-notice', { 'if-none-match': '"other"' });
    expect([other.status, other.headers['content-length']]).toEqual([200, String(other.body.length)]);
  });
});

describe('a client that stops reading in the middle of a stream', () => {
  // The page is larger than the buffers of both sockets, so that a part of it waits in the storefront.
  const size = 24 * 2 ** 20;
  beforeEach(() => {
    fixture.rendering.padding = 'x'.repeat(size);
    fixture.rendering.overrides['/contact'] = (page) => ({
      ...page,
      write(sink) {
        sink.chunk('<!DOCTYPE html><html><head>');
        setImmediate(() => page.write(sink));
      },
    });
  });

  test('delays neither the cache nor other visitors, and gets the rest once it reads on', async () => {
    const stalled = await open('/contact');
    stalled.socket.pause();
    const whole = await visit('/contact');
    expect(whole.body.length).toBeGreaterThan(size);
    expect(fixture.rendering.renderedPaths).toEqual(['40 /contact']);
    expect(stalled.text.length).toBeLessThan(whole.body.length);
    stalled.socket.resume();
    await stalled.closed;
    expect(decodeChunks(stalled.text).equals(whole.body)).toBe(true);
  });

  test('leaves nothing behind when it disconnects', async () => {
    (await open('/contact')).socket.destroy();
    await waitUntil(
      () =>
        new Promise<boolean>((resolve, reject) =>
          fixture.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count === 0))),
        ),
    );
    expect((await visit('/contact')).status).toBe(200);
    expect(fixture.rendering.renderedPaths).toEqual(['40 /contact']);
  });
});

describe('an error in the middle of a stream', () => {
  const breakContact = () => {
    const defect = Promise.withResolvers<void>();
    fixture.rendering.overrides['/contact'] = (page) => ({
      ...page,
      write(sink) {
        sink.chunk('<!DOCTYPE html><html><head><title>half</title>');
        defect.promise.then(() => sink.fail(new Error('secret defect')));
      },
    });
    return defect.resolve;
  };

  test('ends the response without its last chunk, and the next visitor gets a complete failure page', async () => {
    const fail = breakContact();
    const reading = await open('/contact');
    fail();
    await reading.closed;
    const received = reading.text;
    expect(received).toContain('<title>half</title>');
    expect(received).not.toContain('secret defect');
    expect(() => decodeChunks(received)).toThrow('incomplete');
    expect(fixture.log).toContainEqual(expect.objectContaining({ code: 'page_render_failed', level: 50 }));

    const next = await visit('/contact');
    expect([next.status, next.text]).toEqual([500, expect.stringContaining('/contact failed')]);
    expect(next.headers['cache-control']).toBe('no-store');
    delete fixture.rendering.overrides['/contact'];
    expect((await visit('/contact')).text).toContain('/contact first');
  });

  test('sends the older copy to all visitors where there is one', async () => {
    const before = await visit('/contact');
    await fixture.api.publishChange(40);
    breakContact()();
    const response = await visit('/contact');
    expect([response.status, response.text]).toEqual([200, before.text]);
    expect(response.headers.warning).toContain('Stale');
    expect(response.headers['content-length']).toBe(String(response.body.length));
  });
});
