import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createMetrics } from '#server/http/metrics.ts';
import { registerHtmlCacheMetrics } from '#server/storefront/cache/cache-metrics.ts';
import { createCompleteDocument } from '#server/storefront/cache/create-buffered-document.ts';
import { HtmlCache } from '#server/storefront/cache/html-cache.ts';
import { maxFreshPageAgeMs } from '#server/storefront/cache/page-cache-policy.ts';
import { PageResponseCounters } from '#server/storefront/cache/page-counts.ts';
import type { RenderOutcome } from '#server/storefront/cache/render-outcome.ts';

const document = (pageKind: string): RenderOutcome => ({
  kind: 'document',
  status: 200,
  pageKind,
  headers: [],
  isStorable: true,
  isShareable: true,
  document: createCompleteDocument('text'),
});

test('pages are counted by site, kind and result, and a second scrape does not count them twice', async () => {
  const metrics = createMetrics();
  let now = 1_000;
  const cache = new HtmlCache({ log: pino({ level: 'silent' }), now: () => now });
  registerHtmlCacheMetrics(metrics, cache);
  const state = { generation: 1 };
  const get = (siteId: number, kind: string) =>
    cache.get({
      key: `${siteId} ${kind}`,
      siteId,
      state,
      hasQuery: false,
      canStream: false,
      render: async () => document(kind),
    });
  await get(40, 'PRODUCT');
  await get(40, 'PRODUCT');
  await get(41, 'HOME');
  now += maxFreshPageAgeMs + 1_000;
  await get(41, 'HOME');
  await expect.poll(() => cache.counts.of(41, 'HOME').renders).toBe(2);

  for (let scrape = 0; scrape < 2; scrape++) {
    const text = await metrics.registry.metrics();
    expect(text).toContain('cuvee_pages_total{site="40",kind="PRODUCT",result="miss"} 1');
    expect(text).toContain('cuvee_pages_total{site="40",kind="PRODUCT",result="hit"} 1');
    expect(text).toContain('cuvee_pages_total{site="41",kind="HOME",result="stale"} 1');
    expect(text).toContain('cuvee_page_renders_total{site="41",kind="HOME"} 2');
  }
});

test('the number of named sites is bounded', () => {
  const counts = new PageResponseCounters();
  for (let site = 1; site <= 10_000; site++) counts.of(site, 'HOME').hit++;
  const entries = [...counts.entries()];
  expect(entries.length).toBeLessThan(300);
  expect(entries.find(({ site }) => site === 'other')?.counts.hit).toBeGreaterThan(9_000);
});
