import type { FastifyBaseLogger } from 'fastify';

/** Keys that may wait. Who comes when more do stays plain until the page is made again. */
const mostWaiting = 10_000;

/**
 * Compresses pages one after another: all at once, after a change or under a flood of addresses, would take the threads
 * and the processor from the visitors. Holds keys, not pages, so that a page that has been evicted is gone.
 */
export class CompressionQueue {
  readonly #waiting = new Set<string>();
  readonly #compress: (key: string) => Promise<void>;
  readonly #log: FastifyBaseLogger;
  #isWorking = false;

  constructor(compress: (key: string) => Promise<void>, log: FastifyBaseLogger) {
    this.#compress = compress;
    this.#log = log;
  }

  add(key: string): void {
    if (this.#waiting.size >= mostWaiting) return;
    this.#waiting.add(key);
    if (!this.#isWorking) void this.#work();
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    for (const key of this.#waiting) {
      this.#waiting.delete(key);
      try {
        await this.#compress(key);
      } catch (error) {
        this.#log.error({ err: error, page: key }, 'a page could not be compressed');
      }
    }
    this.#isWorking = false;
  }
}
