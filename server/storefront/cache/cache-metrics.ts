import type { ServerMetrics } from '#server/http/metrics.ts';
import type { HtmlCache } from './html-cache.ts';

/**
 * Registers the metrics of the page cache. They include the responses of the fast path, which
 * `cuvee_http_request_seconds` does not measure.
 */
export function registerHtmlCacheMetrics(metrics: ServerMetrics, cache: HtmlCache): void {
  metrics.get('cuvee_pages_total', (pages) => {
    pages.reset();
    for (const { site, kind, counts } of cache.counts.entries())
      for (const [result, count] of Object.entries(counts) as [string, number][])
        if (count > 0 && result !== 'renders') pages.inc({ site, kind, result }, count);
  });
  metrics.get('cuvee_page_renders_total', (renders) => {
    renders.reset();
    for (const { site, kind, counts } of cache.counts.entries()) renders.inc({ site, kind }, counts.renders);
  });
  metrics.get('cuvee_page_cache_entries', (gauge) => gauge.set(cache.entries));
  metrics.get('cuvee_page_cache_bytes', (gauge) => gauge.set(cache.bytes));
}
