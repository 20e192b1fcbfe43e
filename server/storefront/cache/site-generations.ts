export interface SiteGenerationCounter {
  /**
   * Counter that every change of the site raises, and every possible loss of changes. Anything that was built under a
   * lower number is outdated.
   */
  generation: number;
}

/**
 * The generations of all sites. Each site has one mutable object, so that cache entries that refer to the object see
 * its changes.
 */
export class SiteGenerations {
  readonly #states = new Map<number, SiteGenerationCounter>();

  get(siteId: number): SiteGenerationCounter {
    let state = this.#states.get(siteId);
    if (!state) {
      state = { generation: 1 };
      this.#states.set(siteId, state);
    }
    return state;
  }

  increment(siteId: number): void {
    this.get(siteId).generation++;
  }

  incrementAll(): void {
    for (const state of this.#states.values()) state.generation++;
  }
}
