import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type FakeApi, startFakeApi } from '#tests/support/servers/fake-api.ts';
import { sendRequestWithAnyHost } from '#tests/support/servers/raw-request.ts';
import {
  type StorefrontFixture,
  type StorefrontFixtureOptions,
  startStorefrontFixture,
} from '#tests/support/servers/storefront-fixture.ts';

let api: FakeApi;
let dataDir: string;
let fixture: StorefrontFixture;
let port: number;

async function start(options: StorefrontFixtureOptions = {}): Promise<void> {
  const config = { dataDir, htmlDiskCacheBytes: 100_000_000, ...options.config };
  fixture = await startStorefrontFixture({ ...options, api, config });
  await fixture.app.listen({ port: 0, host: '127.0.0.1' });
  port = (fixture.app.server.address() as AddressInfo).port;
}

async function restart(options: StorefrontFixtureOptions = {}): Promise<void> {
  await fixture.close();
  await start(options);
}

const host = 'domaine-des-chenes.localhost';
const visit = (path: string, headers: Record<string, string> = {}) =>
  sendRequestWithAnyHost(port, path, { host, headers });

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'cuvee-data-'));
  api = await startFakeApi();
  await start();
});
afterEach(async () => {
  await fixture.close();
  await api.stop();
  rmSync(dataDir, { recursive: true });
});

describe('a page that was rendered before the storefront was started again', () => {
  test('is served without a render, in every encoding and with its ETag', async () => {
    const before = await visit('/contact', { 'if-none-match': '"none"' });
    await restart();
    const after = await visit('/contact');
    expect([after.status, after.text, after.headers.etag]).toEqual([200, before.text, before.headers.etag]);
    expect(after.headers['content-security-policy']).toBe(before.headers['content-security-policy']);
    expect(fixture.rendering.renderedPaths).toEqual([]);
    expect((await visit('/contact', { 'if-none-match': before.headers.etag ?? '' })).status).toBe(304);
  });

  test('is rendered again if the site changed meanwhile, although its notification was lost', async () => {
    await visit('/contact');
    await fixture.close();
    api.marker = 'second';
    await api.publishChange(40);
    await start();
    expect((await visit('/contact')).text).toContain('/contact second');
  });

  test('is rendered again after a change that arrives while the storefront runs', async () => {
    await visit('/contact');
    await restart();
    api.marker = 'second';
    await api.publishChange(40);
    expect((await visit('/contact')).text).toContain('/contact second');
    await restart();
    expect((await visit('/contact')).text).toContain('/contact second');
    expect(fixture.rendering.renderedPaths).toEqual([]);
  });

  test('is rendered again if the name of the site, a setting or the build has changed', async () => {
    await visit('/contact');
    await restart({ siteOverrides: { 'domaine-des-chenes': { name: 'Renamed' } } });
    expect((await visit('/contact')).text).toContain('Renamed /contact');
    await restart({ config: { hasApiDocs: false } });
    await visit('/contact');
    expect(fixture.rendering.renderedPaths).toEqual(['40 /contact']);
  });

  test('is served with a mark while the API is down, if the site may have changed', async () => {
    const before = await visit('/contact');
    await fixture.close();
    await api.publishChange(40);
    api.behaviour = 'failing';
    await start();
    const after = await visit('/contact');
    expect([after.status, after.text]).toEqual([200, before.text]);
    expect(after.headers.warning).toContain('Stale');
  });

  test('is not shown by another site', async () => {
    await visit('/contact');
    await restart();
    const other = await sendRequestWithAnyHost(port, '/contact', { host: 'willow-hill.localhost' });
    expect(other.text).toContain('Willow Hill');
    expect(fixture.rendering.renderedPaths).toEqual(['41 /contact']);
  });
});

test('a page with a secret, a query or another status is not kept on disk', async () => {
  const paths = ['/secret/abc', '/nos-vins?kind=red', '/nope'];
  for (const path of paths) await visit(path);
  await restart();
  for (const path of paths) await visit(path);
  expect(fixture.rendering.renderedPaths).toEqual(paths.map((path) => `40 ${path}`));
});

test('pages are served although the folder cannot be written, which the log says once', async () => {
  await fixture.close();
  rmSync(join(dataDir, 'pages'), { recursive: true, force: true });
  writeFileSync(join(dataDir, 'pages'), 'a file');
  await start();
  for (const path of ['/contact', '/nos-vins', '/contact']) expect((await visit(path)).status).toBe(200);
  await expect.poll(() => fixture.log.filter(({ code }) => code === 'page_disk_failed')).toHaveLength(1);
});

test('a page is in memory in one encoding, until a client asks for another', async () => {
  fixture.rendering.padding = '<p>filler</p>'.repeat(500);
  await visit('/contact');
  const ask = (encoding: string) => visit('/contact', { 'accept-encoding': encoding });
  await expect.poll(async () => (await ask('br')).headers['content-encoding']).toBe('br');
  const plain = await ask('identity');
  const gzip = await ask('gzip');
  expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
  expect(gzip.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-length': String(gzip.body.length) });
  const etag = gzip.headers.etag ?? '';
  expect((await visit('/contact', { 'accept-encoding': 'gzip', 'if-none-match': etag })).status).toBe(304);
});

test('storefronts share the pages on disk, and none serves one of before a change', async () => {
  const other = await startStorefrontFixture({
    api,
    config: { dataDir, htmlDiskCacheBytes: 100_000_000, processes: 2 },
  });
  onTestFinished(() => other.close());
  await restart({ config: { processes: 2 } });
  await other.app.listen({ port: 0, host: '127.0.0.1' });
  const otherPort = (other.app.server.address() as AddressInfo).port;
  const visitOther = () => sendRequestWithAnyHost(otherPort, '/contact', { host });

  const { text } = await visit('/contact');
  await expect.poll(() => countPages()).toBe(1);
  expect((await visitOther()).text).toBe(text);
  expect(other.rendering.renderedPaths).toEqual([]);

  api.marker = 'second';
  await api.publishChange(40);
  for (const visitEach of [() => visit('/contact'), visitOther])
    await expect.poll(async () => (await visitEach()).text).toContain('/contact second');
});

const countPages = (): number =>
  existsSync(join(dataDir, 'pages'))
    ? readdirSync(join(dataDir, 'pages'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
        .length
    : 0;
