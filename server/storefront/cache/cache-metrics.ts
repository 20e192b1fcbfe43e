import { Counter, Gauge } from 'prom-client';
import type { Metrics } from '#server/http/metrics.ts';
import type { HtmlCache } from './html-cache.ts';

/**
 * Registers the metrics of the page cache. Hits are counted in plain numbers, which cost less than a counter of prom-client,
 * and are transferred when the metrics are read.
 */
export function registerCacheMetrics({ registry }: Metrics, cache: HtmlCache): { count(status: 200 | 304): void } {
  const hits = { 200: 0, 304: 0 };
  const counter = new Counter({
    name: 'cuvee_page_hits_total',
    help: 'Pages served by the fast path of the cache; not part of cuvee_http_request_seconds',
    labelNames: ['status'] as const,
    registers: [registry],
    collect() {
      for (const status of [200, 304] as const) {
        this.inc({ status: String(status) }, hits[status]);
        hits[status] = 0;
      }
    },
  });
  counter.inc({ status: '200' }, 0);
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
  return {
    count: (status) => {
      hits[status]++;
    },
  };
}
