import { availableMemory } from 'node:process';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type CachedPage, cachedPageBytes, compressCachedPage } from './cached-page.ts';
import { CompressionQueue } from './compression-queue.ts';

/**
 * Default size: an eighth of the process's memory, between 64 MiB and 2 GiB. The bytes are outside the JavaScript heap.
 */
export const defaultHtmlCacheBytes = (): number => Math.min(2 * 2 ** 30, Math.max(64 * 2 ** 20, availableMemory() / 8));

/** Share of the cache for pages without a query. Searches have an unbounded number of keys and must not evict pages. */
const shareWithoutQuery = 0.85;

/** LRU store of pages and their compressed bodies, within a limit of bytes over all encodings. */
export class CachedPageStore {
  readonly #pages: LRUCache<string, CachedPage>;
  readonly #queried: LRUCache<string, CachedPage>;
  readonly #compression: CompressionQueue;

  constructor(maxBytes: number, log: FastifyBaseLogger) {
    const sized = (maxSize: number) => new LRUCache<string, CachedPage>({ maxSize, sizeCalculation: cachedPageBytes });
    this.#pages = sized(Math.ceil(maxBytes * shareWithoutQuery));
    this.#queried = sized(Math.ceil(maxBytes * (1 - shareWithoutQuery)));
    this.#compression = new CompressionQueue((key) => this.#compress(key), log);
  }

  get size(): number {
    return this.#pages.size + this.#queried.size;
  }

  get bytes(): number {
    return this.#pages.calculatedSize + this.#queried.calculatedSize;
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
    if (!entry.bodies.br) this.#compression.add(key);
  }

  #partFor(hasQuery: boolean): LRUCache<string, CachedPage> {
    return hasQuery ? this.#queried : this.#pages;
  }

  async #compress(key: string): Promise<void> {
    const part = this.#pages.has(key) ? this.#pages : this.#queried;
    const entry = part.peek(key);
    if (!entry || !(await compressCachedPage(entry)) || part.peek(key) !== entry) return;
    // lru-cache computes the size of an entry only when its key is new.
    part.delete(key);
    part.set(key, entry);
  }
}
