import { LRUCache } from 'lru-cache';
import { type CachedPage, estimateCachedPageBytes } from './cached-page.ts';
import { SiteCacheQuota } from './site-cache-quota.ts';

/** Maximum number of remembered keys of pages that were rendered once while the cache was full. */
const maxCandidates = 20_000;

/**
 * A part of the page cache: the most recently used pages within a limit of bytes. A site that exceeds its share when it
 * stores a page loses its oldest pages. Once the cache is full, a page is admitted only when it is rendered for the
 * second time, so that a scan of many URLs evicts no page in use.
 */
export class SiteQuotaLruCache {
  readonly #pages: LRUCache<string, CachedPage>;
  readonly #shares: SiteCacheQuota;
  readonly #candidates = new LRUCache<string, true>({ max: maxCandidates });
  readonly #maxBytes: number;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#shares = new SiteCacheQuota(maxBytes);
    this.#pages = new LRUCache<string, CachedPage>({
      maxSize: maxBytes,
      sizeCalculation: estimateCachedPageBytes,
      dispose: (entry, key, reason) => {
        if (reason !== 'set') this.#shares.remove(entry.state, key);
      },
    });
  }

  get size(): number {
    return this.#pages.size;
  }

  get bytes(): number {
    return this.#pages.calculatedSize;
  }

  get(key: string): CachedPage | undefined {
    return this.#pages.get(key);
  }

  peek(key: string): CachedPage | undefined {
    return this.#pages.peek(key);
  }

  delete(key: string): void {
    this.#pages.delete(key);
  }

  set(key: string, entry: CachedPage): void {
    const size = estimateCachedPageBytes(entry);
    if (!this.#isAdmitted(key, size)) return;
    // The entry is deleted first, because lru-cache keeps the old size if the same object is set again.
    this.#pages.delete(key);
    this.#pages.set(key, entry);
    // lru-cache does not store an entry that is larger than the whole cache.
    if (!this.#pages.has(key)) return;
    this.#shares.add(entry.state, key, size);
    for (const excess of this.#shares.excessKeys(entry.state)) this.#pages.delete(excess);
  }

  #isAdmitted(key: string, size: number): boolean {
    if (this.#pages.has(key) || this.bytes + size <= this.#maxBytes) return true;
    if (this.#candidates.delete(key)) return true;
    this.#candidates.set(key, true);
    return false;
  }
}
