import { Counter, Gauge } from 'prom-client';
import type { ServerMetrics } from '#server/http/metrics.ts';
import type { HtmlCache } from './html-cache.ts';

/**
 * Registers the metrics of the page cache. They include the responses of the fast path, which
 * `cuvee_http_request_seconds` does not measure.
 */
export function registerHtmlCacheMetrics({ registry }: ServerMetrics, cache: HtmlCache): void {
  new Counter({
    name: 'cuvee_pages_total',
    help: 'Responses with pages, by site, kind of page and result: hit, not_modified, stale, stale_if_error, shared, miss, uncacheable',
    labelNames: ['site', 'kind', 'result'] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const { site, kind, counts } of cache.counts.entries())
        for (const [result, count] of Object.entries(counts) as [string, number][])
          if (count > 0 && result !== 'renders') this.inc({ site, kind, result }, count);
    },
  });
  new Counter({
    name: 'cuvee_page_renders_total',
    help: 'Rendered pages, revalidation in the background included, by site and kind of page',
    labelNames: ['site', 'kind'] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const { site, kind, counts } of cache.counts.entries()) this.inc({ site, kind }, counts.renders);
    },
  });
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  gauge('cuvee_page_cache_entries', 'Pages in the cache', () => cache.entries);
  gauge('cuvee_page_cache_bytes', 'Bytes of the pages in the cache, in all encodings', () => cache.bytes);
}
