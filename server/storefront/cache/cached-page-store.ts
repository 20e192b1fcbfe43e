import { availableMemory } from 'node:process';
import type { FastifyBaseLogger } from 'fastify';
import { type CachedPage, compressCachedPage } from './cached-page.ts';
import { PageCompressionQueue } from './compression-queue.ts';
import { SiteQuotaLruCache } from './site-quota-lru-cache.ts';

/**
 * Returns the default size of the cache in bytes: an eighth of the memory that is available to the process at the time
 * of the call, between 64 MiB and 2 GiB. The cached bytes are outside the JavaScript heap.
 */
export const computeDefaultHtmlCacheBytes = (): number =>
  Math.min(2 * 2 ** 30, Math.max(64 * 2 ** 20, availableMemory() / 8));

/**
 * Share of the cache that is reserved for pages without a query. Searches have an unbounded number of keys and must not
 * evict pages.
 */
const shareWithoutQuery = 0.85;

/** Stores rendered pages within a limit of bytes, which counts every content encoding, and compresses them. */
export class CachedPageStore {
  readonly #pages: SiteQuotaLruCache;
  readonly #queried: SiteQuotaLruCache;
  readonly #compression: PageCompressionQueue;

  constructor(maxBytes: number, log: FastifyBaseLogger) {
    this.#pages = new SiteQuotaLruCache(Math.ceil(maxBytes * shareWithoutQuery));
    this.#queried = new SiteQuotaLruCache(Math.ceil(maxBytes * (1 - shareWithoutQuery)));
    this.#compression = new PageCompressionQueue((key) => this.#compress(key), log);
  }

  get size(): number {
    return this.#pages.size + this.#queried.size;
  }

  get bytes(): number {
    return this.#pages.bytes + this.#queried.bytes;
  }

  get(key: string, hasQuery: boolean): CachedPage | undefined {
    return this.#partFor(hasQuery).get(key);
  }

  delete(key: string, hasQuery: boolean): void {
    this.#partFor(hasQuery).delete(key);
  }

  /** Stores a page. If its content is unchanged, the compressed bodies of the replaced entry are reused. */
  set(key: string, hasQuery: boolean, entry: CachedPage): void {
    const part = this.#partFor(hasQuery);
    const previous = part.peek(key);
    if (previous?.hash === entry.hash) entry.bodies = previous.bodies;
    part.set(key, entry);
    // A page that was not admitted to the cache is not compressed either.
    if (!entry.bodies.br && part.peek(key) === entry) this.#compression.add(key);
  }

  #partFor(hasQuery: boolean): SiteQuotaLruCache {
    return hasQuery ? this.#queried : this.#pages;
  }

  async #compress(key: string): Promise<void> {
    const part = this.#pages.peek(key) ? this.#pages : this.#queried;
    const entry = part.peek(key);
    if (!entry || !(await compressCachedPage(entry)) || part.peek(key) !== entry) return;
    // The entry is stored again after compression, so that the cache counts its new size.
    part.set(key, entry);
  }
}
