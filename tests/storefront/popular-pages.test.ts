import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { maxWarmedPerSite } from '#server/storefront/pages/page-warmer.ts';
import { sendRequestWithAnyHost } from '#tests/support/servers/raw-request.ts';
import { type StorefrontFixture, startStorefrontFixture } from '#tests/support/servers/storefront-fixture.ts';

let dataDir: string;
let fixture: StorefrontFixture;
let port: number;

async function start(config: object = {}): Promise<void> {
  fixture = await startStorefrontFixture({ config: { dataDir, htmlDiskCacheBytes: 100_000_000, ...config } });
  await fixture.app.listen({ port: 0, host: '127.0.0.1' });
  port = (fixture.app.server.address() as AddressInfo).port;
}

const host = 'domaine-des-chenes.localhost';
const visit = (path: string) => sendRequestWithAnyHost(port, path, { host });
async function visitOften(path: string, times = 3): Promise<void> {
  for (let count = 0; count < times; count++) await visit(path);
}
const rendered = () => fixture.rendering.renderedPaths;
/** Longer than some intervals of the warmer. */
const someIntervalsMs = 1_500;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'cuvee-data-'));
  await start();
});
afterEach(async () => {
  await fixture.close();
  rmSync(dataDir, { recursive: true });
});

describe('after a change of a site', () => {
  test('the pages that visitors ask for are made again, the most popular ones first, and others are not', async () => {
    await visitOften('/contact', 4);
    await visitOften('/nos-vins', 9);
    for (const path of ['/once', '/secret/abc', '/nos-vins?kind=red', '/orders/7']) await visit(path);
    await visitOften('/secret/abc');
    await visitOften('/nos-vins?kind=red');
    await visitOften('/orders/7');
    rendered().length = 0;
    fixture.api.marker = 'second';
    await fixture.api.publishChange(40);
    await expect.poll(rendered).toEqual(['40 /nos-vins', '40 /contact']);
    await sleep(someIntervalsMs);
    expect(rendered()).toEqual(['40 /nos-vins', '40 /contact']);
    const page = await visit('/contact');
    expect([page.text.includes('/contact second'), Boolean(page.headers.etag)]).toEqual([true, true]);
    expect(rendered()).toHaveLength(2);
  });

  test('no site has more than its share made again, and a page for which nobody asks any more is left out', async () => {
    const paths = Array.from({ length: maxWarmedPerSite + 3 }, (_, i) => `/page-${i}`);
    for (const path of paths) await visitOften(path);
    rendered().length = 0;
    for (let change = 1; change <= 3; change++) {
      await fixture.api.publishChange(40);
      await sleep(100);
    }
    await expect.poll(rendered).toHaveLength(maxWarmedPerSite);
    await sleep(someIntervalsMs);
    expect(rendered()).toHaveLength(maxWarmedPerSite);
    await fixture.api.publishChange(40);
    await sleep(someIntervalsMs);
    expect(new Set(rendered()).size).toBeLessThanOrEqual(paths.length);
    expect(rendered().length).toBeLessThanOrEqual(2 * maxWarmedPerSite);
  });

  test('nothing is made again while a visitor waits for a page', async () => {
    await visitOften('/contact');
    const gate = Promise.withResolvers<void>();
    fixture.rendering.gate = gate.promise;
    const waiting = visit('/slow');
    await expect.poll(rendered).toContain('40 /slow');
    await fixture.api.publishChange(40);
    await sleep(someIntervalsMs);
    expect(rendered()).toEqual(['40 /contact', '40 /slow']);
    gate.resolve();
    await waiting;
    await expect.poll(rendered).toEqual(['40 /contact', '40 /slow', '40 /contact']);
  });

  test('no page of a site that is being built now is made again', async () => {
    await visitOften('/contact');
    fixture.api.isBuilding = true;
    await fixture.api.publishChange(40);
    await sleep(someIntervalsMs);
    expect(rendered()).toEqual(['40 /contact']);
  });
});

describe('after a start with another build', () => {
  test('the pages that visitors asked for before are made, although nobody has asked yet', async () => {
    await visitOften('/contact');
    await fixture.close();
    await start({ hasApiDocs: false });
    await expect.poll(rendered).toEqual(['40 /contact']);
    const page = await visit('/contact');
    expect([page.status, Boolean(page.headers.etag)]).toEqual([200, true]);
    expect(rendered()).toEqual(['40 /contact']);
  });

  test.each(['{', '[{"host":1}]', '[{"host":"other.example","path":"/","asks":9}]'])(
    'a damaged or foreign list is harmless: %s',
    async (text) => {
      await fixture.close();
      writeFileSync(join(dataDir, 'popular-pages.json'), text);
      await start();
      await sleep(someIntervalsMs);
      expect([(await visit('/contact')).status, rendered()]).toEqual([200, ['40 /contact']]);
      expect(readFileSync(join(dataDir, 'popular-pages.json'), 'utf8')).toBe(text);
    },
  );
});
