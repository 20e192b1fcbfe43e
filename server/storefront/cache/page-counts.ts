export interface PageResponseCounts {
  hit: number;
  not_modified: number;
  stale: number;
  stale_if_error: number;
  shared: number;
  miss: number;
  uncacheable: number;
  renders: number;
}

/** Maximum number of sites that metrics name. All others are combined, so that the number of metrics stays bounded. */
const maxNamedSites = 200;

const createCounts = (): PageResponseCounts => ({
  hit: 0,
  not_modified: 0,
  stale: 0,
  stale_if_error: 0,
  shared: 0,
  miss: 0,
  uncacheable: 0,
  renders: 0,
});

/**
 * Counts responses in plain numbers, which cost less than prom-client's counters. A scrape of the metrics reads them.
 */
export class PageResponseCounters {
  readonly #bySite = new Map<number | 'other', Map<string, PageResponseCounts>>();

  /** @param kind Kind of the page, one of a fixed list. */
  of(siteId: number, kind: string): PageResponseCounts {
    const isNamed = this.#bySite.has(siteId) || this.#bySite.size < maxNamedSites;
    const site = isNamed ? siteId : 'other';
    const byKind = this.#bySite.get(site) ?? new Map<string, PageResponseCounts>();
    this.#bySite.set(site, byKind);
    const counts = byKind.get(kind) ?? createCounts();
    byKind.set(kind, counts);
    return counts;
  }

  *entries(): Generator<{ site: string; kind: string; counts: PageResponseCounts }> {
    for (const [site, byKind] of this.#bySite)
      for (const [kind, counts] of byKind) yield { site: String(site), kind, counts };
  }
}
