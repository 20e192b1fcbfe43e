import type { FastifyBaseLogger } from 'fastify';
import { removeQueryFromCacheKey } from './remove-query-from-cache-key.ts';

/** Maximum number of pages that wait for compression. Beyond it, pages stay uncompressed until their next render. */
const maxQueued = 10_000;

/**
 * Compresses pages one after another, so that many new pages at once do not take threads and processor time from
 * requests. The queue contains keys instead of pages, so that evicted pages do not stay in memory.
 */
export class PageCompressionQueue {
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
