import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { waitUntil } from '#tests/support/servers/fake-api.ts';
import { sendRequestWithAnyHost } from '#tests/support/servers/raw-request.ts';
import { type StorefrontFixture, startStorefrontFixture } from '#tests/support/servers/storefront-fixture.ts';

let fixture: StorefrontFixture;
let port: number;

beforeEach(async () => {
  fixture = await startStorefrontFixture({ htmlCacheBytes: 20_000_000 });
  fixture.rendering.padding = '<p>filler</p>'.repeat(500);
  await fixture.app.listen({ port: 0, host: '127.0.0.1' });
  port = (fixture.app.server.address() as AddressInfo).port;
});
afterEach(() => fixture.close());

const visit = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  sendRequestWithAnyHost(port, path, { headers, method });

describe('change of a site', () => {
  test('is visible to the next visitor', async () => {
    expect((await visit('/contact')).text).toContain('first');
    fixture.api.marker = 'second';
    await fixture.api.publishChange(40);
    await waitUntil(async () => (await visit('/contact')).text.includes('second'), 2_000);
  });

  test('leaves the cached pages of other sites valid', async () => {
    await sendRequestWithAnyHost(port, '/contact', { host: 'willow-hill.localhost' });
    await visit('/contact');
    await fixture.api.publishChange(40);
    await waitUntil(async () => {
      await visit('/contact');
      return fixture.rendering.renderedPaths.filter((render) => render === '40 /contact').length > 1;
    });
    await sendRequestWithAnyHost(port, '/contact', { host: 'willow-hill.localhost' });
    expect(fixture.rendering.renderedPaths.filter((render) => render.startsWith('41'))).toHaveLength(1);
  });

  test('during a render keeps the outdated page out of the cache', async () => {
    const gate = Promise.withResolvers<void>();
    fixture.rendering.gate = gate.promise;
    const outdated = visit('/contact');
    // The test waits until the page is being rendered from data that the API sent before the change.
    await waitUntil(
      () => fixture.rendering.renderedPaths.length === 1 && fixture.api.requestCount('GET /site/info') > 0,
    );
    fixture.api.marker = 'second';
    await fixture.api.publishChange(40);
    await waitUntil(async () => {
      const reads = fixture.api.requestCount('GET /site/info');
      void visit('/contact').catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 20));
      return fixture.api.requestCount('GET /site/info') > reads || fixture.rendering.renderedPaths.length > 1;
    });
    fixture.rendering.gate = null;
    gate.resolve();
    expect((await outdated).text).toContain('first');
    expect((await visit('/contact')).text).toContain('second');
    expect((await visit('/contact')).text).toContain('second');
  });

  test('renders each page once per change under concurrent requests', async () => {
    const pages = ['/contact', '/nos-vins', '/nos-vins?page=2'];
    for (const path of pages) await visit(path);
    fixture.rendering.renderedPaths.length = 0;
    for (let change = 1; change <= 6; change++) {
      fixture.api.marker = `marker-${change}`;
      await fixture.api.publishChange(40);
      // The first new page shows that the storefront has received the change. All later requests must show it as well.
      await waitUntil(async () => (await visit('/contact')).text.includes(`marker-${change}`));
      const responses = await Promise.all(Array.from({ length: 30 }, (_, i) => visit(pages[i % 3] as string)));
      for (const response of responses) {
        expect(response.status).toBe(200);
        expect(response.text).toContain(`marker-${change}`);
      }
    }
    for (const path of pages)
      expect(fixture.rendering.renderedPaths.filter((render) => render === `40 ${path}`).length).toBeLessThanOrEqual(6);
  });

  test('causes one render per change and no failed request under load', async () => {
    await visit('/nos-vins');
    let isRunning = true;
    const statuses = new Set<number>();
    const load = Array.from({ length: 8 }, async () => {
      while (isRunning) statuses.add((await visit('/nos-vins')).status);
    });
    const before = fixture.rendering.renderedPaths.length;
    for (let i = 0; i < 5; i++) {
      await fixture.api.publishChange(40);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    isRunning = false;
    await Promise.all(load);
    expect([...statuses]).toEqual([200]);
    expect(fixture.rendering.renderedPaths.length - before).toBeLessThanOrEqual(5);
  });
});

describe('thousands of unique addresses', () => {
  test('do not evict frequently used pages', async () => {
    await visit('/contact');
    for (let i = 0; i < 40; i++)
      await Promise.all(Array.from({ length: 50 }, (_, k) => visit(`/nos-vins?kind=${i}-${k}&utm=${k}`)));
    const renderCount = fixture.rendering.renderedPaths.length;
    expect(renderCount).toBe(2_001);
    await visit('/contact');
    expect(fixture.rendering.renderedPaths).toHaveLength(renderCount);
  });

  test('cause no render if they differ in undeclared parameters', async () => {
    for (let i = 0; i < 1_000; i++) await visit(`/contact?cachebuster=${i}`);
    expect(fixture.rendering.renderedPaths).toEqual(['40 /contact']);
  });
});

describe('cache entries', () => {
  test('unknown paths share one cache entry with status 404', async () => {
    for (let i = 0; i < 20; i++) {
      const response = await visit(`/unknown/${i}`);
      expect([response.status, response.headers['cache-control']]).toEqual([404, 'no-store']);
    }
    expect(fixture.rendering.renderedPaths).toEqual(['40 /unknown/0']);
  });

  test('pages whose HTML does not depend on the path share one cache entry', async () => {
    for (let id = 1; id <= 20; id++) {
      const { status, headers } = await visit(`/orders/${id}`);
      // The id in the path is that of a person's order, so no browser or proxy keeps a copy either.
      expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    }
    expect(fixture.rendering.renderedPaths).toEqual(['40 /orders/1']);
  });

  test('missing pages below a list have no cache entry, because each may exist later', async () => {
    for (let i = 0; i < 2; i++) expect((await visit('/nope')).status).toBe(404);
    expect(fixture.rendering.renderedPaths).toHaveLength(2);
  });
});
