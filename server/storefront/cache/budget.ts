/** So much of something a second, and not more. */
export class Budget {
  readonly #perSecond: number;
  #left = 0;
  #from = Number.NEGATIVE_INFINITY;

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  /** Whether nothing is left in the second that `now` (milliseconds) belongs to. */
  isSpent(now: number): boolean {
    return this.#left === 0 && now < this.#from + 1_000;
  }

  /** Takes one if there is one left in the second that `now` (milliseconds) belongs to. */
  spend(now: number): boolean {
    if (now >= this.#from + 1_000) {
      this.#from = now;
      this.#left = this.#perSecond;
    }
    if (this.#left === 0) return false;
    this.#left--;
    return true;
  }
}
