import { availableMemory } from 'node:process';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type CachedPage, compressCachedPage, estimateCachedPageBytes } from './cached-page.ts';
import type { SiteGenerationCounter } from './site-generations.ts';

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

/** Maximum number of pages that wait for compression. Beyond it, pages stay uncompressed until their next render. */
const maxQueued = 10_000;

/** Removes the query from a page's cache key, for logs, because queries may contain search terms. */
export const removeQueryFromCacheKey = (key: string): string => key.split('?', 1)[0] ?? '';

/**
 * Compresses pages one after another, so that many new pages at once do not take threads and processor time from
 * requests. The queue contains keys instead of pages, so that evicted pages do not stay in memory.
 */
class PageCompressionQueue {
  readonly #waiting = new Set<string>();
  readonly #compress: (key: string) => Promise<void>;
  readonly #log: FastifyBaseLogger;
  #isRunning = false;

  constructor(compress: (key: string) => Promise<void>, log: FastifyBaseLogger) {
    this.#compress = compress;
    this.#log = log;
  }

  add(key: string): void {
    if (this.#waiting.size >= maxQueued) return;
    this.#waiting.add(key);
    if (!this.#isRunning) void this.#work();
  }

  async #work(): Promise<void> {
    this.#isRunning = true;
    for (const key of this.#waiting) {
      this.#waiting.delete(key);
      try {
        await this.#compress(key);
      } catch (error) {
        const page = removeQueryFromCacheKey(key);
        this.#log.error({ code: 'page_compression_failed', err: error, page }, 'page compression failed');
      }
    }
    this.#isRunning = false;
  }
}

/** Maximum number of remembered keys of pages that were rendered once while the cache was full. */
const maxCandidates = 20_000;

interface SiteShare {
  bytes: number;
  /** Sizes in bytes of the site's entries by key, the oldest first. */
  sizes: Map<string, number>;
}

/** The minimum share of a site is reached at this number of sites; more sites do not reduce it further. */
const minShareDivisor = 4;

class SiteCacheQuota {
  readonly #shares = new Map<SiteGenerationCounter, SiteShare>();
  readonly #maxBytes: number;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /**
   * Returns the bytes that one site may occupy: the whole cache if it is the only site, and at least a quarter
   * otherwise.
   */
  get maxBytesPerSite(): number {
    return this.#maxBytes / Math.min(minShareDivisor, Math.max(1, this.#shares.size));
  }

  add(site: SiteGenerationCounter, key: string, size: number): void {
    const share = this.#shares.get(site) ?? { bytes: 0, sizes: new Map() };
    this.#shares.set(site, share);
    share.bytes += size - (share.sizes.get(key) ?? 0);
    share.sizes.delete(key);
    share.sizes.set(key, size);
  }

  keysOf(site: SiteGenerationCounter): Iterable<string> {
    return this.#shares.get(site)?.sizes.keys() ?? [];
  }

  remove(site: SiteGenerationCounter, key: string): void {
    const share = this.#shares.get(site);
    const size = share?.sizes.get(key);
    if (!share || size === undefined) return;
    share.sizes.delete(key);
    share.bytes -= size;
    if (share.sizes.size === 0) this.#shares.delete(site);
  }

  /**
   * Returns the keys that must be removed, the oldest first, so that a site is within its share again; empty if the
   * site does not exceed its share.
   */
  excessKeys(site: SiteGenerationCounter): string[] {
    const share = this.#shares.get(site);
    if (!share) return [];
    let excess = share.bytes - this.maxBytesPerSite;
    const keys: string[] = [];
    for (const [key, size] of share.sizes) {
      if (excess <= 0) break;
      keys.push(key);
      excess -= size;
    }
    return keys;
  }
}

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

  values(): Iterable<CachedPage> {
    return this.#pages.values();
  }

  *valuesOf(site: SiteGenerationCounter): Generator<CachedPage> {
    for (const key of this.#shares.keysOf(site)) {
      const entry = this.#pages.peek(key);
      if (entry) yield entry;
    }
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

  /** Returns the pages without a query: of one site, or of all. */
  values(site?: SiteGenerationCounter): Iterable<CachedPage> {
    return site ? this.#pages.valuesOf(site) : this.#pages.values();
  }

  /** Stores a page. If its content is unchanged, the compressed bodies of the replaced entry are reused. */
  set(key: string, hasQuery: boolean, entry: CachedPage): void {
    const part = this.#partFor(hasQuery);
    const previous = part.peek(key);
    if (previous?.hash === entry.hash) entry.bodies = previous.bodies;
    if (previous) entry.asks += previous.asks / 2;
    part.set(key, entry);
    // A page that was not admitted to the cache is not compressed either.
    if (!entry.bodies.br && part.peek(key) === entry) this.#compression.add(key);
  }

  /** Stores an entry again whose bodies have changed, so that the cache counts its new size. */
  recount(key: string, entry: CachedPage): void {
    for (const part of [this.#pages, this.#queried]) if (part.peek(key) === entry) part.set(key, entry);
  }

  #partFor(hasQuery: boolean): SiteQuotaLruCache {
    return hasQuery ? this.#queried : this.#pages;
  }

  async #compress(key: string): Promise<void> {
    const part = this.#pages.peek(key) ? this.#pages : this.#queried;
    const entry = part.peek(key);
    if (!entry) return;
    await compressCachedPage(entry);
    this.recount(key, entry);
  }
}
