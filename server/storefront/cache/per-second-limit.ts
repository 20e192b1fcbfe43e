/** Limits an operation to a number of times per second. Times are in milliseconds. */
export class PerSecondRateLimit {
  readonly #perSecond: number;
  #remaining = 0;
  #windowStart = Number.NEGATIVE_INFINITY;

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  isExhausted(now: number): boolean {
    return this.#remaining === 0 && now < this.#windowStart + 1_000;
  }

  tryAcquire(now: number): boolean {
    if (now >= this.#windowStart + 1_000) {
      this.#windowStart = now;
      this.#remaining = this.#perSecond;
    }
    if (this.#remaining === 0) return false;
    this.#remaining -= 1;
    return true;
  }
}
