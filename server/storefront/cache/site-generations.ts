export interface SiteGenerationCounter {
  /**
   * Counter that every change of the site raises, and every possible loss of changes. Anything that was built under a
   * lower number is outdated.
   */
  generation: number;
  /**
   * The version of the site in the database, as the API has last reported it. Unlike the generation it is the same after
   * a restart. Absent while it is unknown.
   */
  version?: string | undefined;
}

/**
 * The generations of all sites. Each site has one mutable object, so that cache entries that refer to the object see
 * its changes.
 */
export class SiteGenerations {
  readonly #states = new Map<number, SiteGenerationCounter>();
  /** Called with each site that has changed. */
  onChanged: (siteId: number) => void = () => {};
  readonly #onRaised: (site: number | 'all') => void;

  constructor(onRaised: (site: number | 'all') => void = () => {}) {
    this.#onRaised = onRaised;
  }

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
    this.onChanged(siteId);
    this.#onRaised(siteId);
  }

  /** @param version The version of the site since the change; undefined if it is unknown. */
  setVersion(siteId: number, version: string | undefined): void {
    this.get(siteId).version = version;
  }

  incrementAll(): void {
    for (const [siteId, state] of this.#states) {
      state.generation++;
      state.version = undefined;
      this.onChanged(siteId);
    }
    this.#onRaised('all');
  }
}
