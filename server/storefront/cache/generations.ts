/** How often a site has changed, as far as this process knows. What was made under an older count is out of date. */
export interface SiteState {
  generation: number;
}

/** The states of all sites, made as they are asked for; one object for each site, so that holders see it rise. */
export class Generations {
  readonly #states = new Map<number, SiteState>();

  get(siteId: number): SiteState {
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
