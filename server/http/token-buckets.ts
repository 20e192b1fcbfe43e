import { LRUCache } from 'lru-cache';

interface TokenBucketLimits {
  perSecond: number;
  /** Number of requests that a client may send at once after a pause. */
  burst: number;
  /**
   * Maximum number of clients that are counted. Beyond it, the count of the client that was idle longest is dropped.
   */
  maxKeys: number;
}

/**
 * Rate limiter by key: a token bucket, stored as the time at which the bucket is full again (generic cell rate
 * algorithm), so that one number per key is enough. Times are in milliseconds.
 */
export class TokenBuckets {
  readonly #msPerToken: number;
  readonly #msPerBucket: number;
  readonly #fullAt: LRUCache<string, number>;

  constructor({ perSecond, burst, maxKeys }: TokenBucketLimits) {
    this.#msPerToken = 1_000 / perSecond;
    this.#msPerBucket = burst * this.#msPerToken;
    this.#fullAt = new LRUCache({ max: maxKeys });
  }

  /** @returns False if the key has no token left. */
  tryTake(key: string, now: number): boolean {
    const fullAt = Math.max(now, this.#fullAt.get(key) ?? now) + this.#msPerToken;
    // Half a token of tolerance absorbs rounding errors.
    if (fullAt - now > this.#msPerBucket + this.#msPerToken / 2) return false;
    this.#fullAt.set(key, fullAt);
    return true;
  }

  /**
   * Takes tokens for work that has already been done, even if the key has fewer left. The debt is at most one full
   * bucket, so that a key waits for its next token little longer than one bucket takes to fill.
   */
  charge(key: string, tokens: number, now: number): void {
    const fullAt = Math.max(now, this.#fullAt.get(key) ?? now) + tokens * this.#msPerToken;
    this.#fullAt.set(key, Math.min(fullAt, now + 2 * this.#msPerBucket));
  }
}
