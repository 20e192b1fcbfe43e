import type { SiteGenerationCounter } from './site-generations.ts';

interface SiteShare {
  bytes: number;
  /** Sizes in bytes of the site's entries by key, the oldest first. */
  sizes: Map<string, number>;
}

/** The minimum share of a site is reached at this number of sites; more sites do not reduce it further. */
const minShareDivisor = 4;

/** Tracks how many bytes of a cache each site occupies. */
export class SiteCacheQuota {
  readonly #shares = new Map<SiteGenerationCounter, SiteShare>();
  readonly #maxBytes: number;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /**
   * Returns the bytes that one site may occupy: the whole cache if it is the only site, and at least a quarter
   * otherwise.
   */
  get maxBytesPerSite(): number {
    return this.#maxBytes / Math.min(minShareDivisor, Math.max(1, this.#shares.size));
  }

  add(site: SiteGenerationCounter, key: string, size: number): void {
    const share = this.#shares.get(site) ?? { bytes: 0, sizes: new Map() };
    this.#shares.set(site, share);
    share.bytes += size - (share.sizes.get(key) ?? 0);
    share.sizes.delete(key);
    share.sizes.set(key, size);
  }

  remove(site: SiteGenerationCounter, key: string): void {
    const share = this.#shares.get(site);
    const size = share?.sizes.get(key);
    if (!share || size === undefined) return;
    share.sizes.delete(key);
    share.bytes -= size;
    if (share.sizes.size === 0) this.#shares.delete(site);
  }

  /**
   * Returns the keys that must be removed, the oldest first, so that a site is within its share again; empty if the
   * site does not exceed its share.
   */
  excessKeys(site: SiteGenerationCounter): string[] {
    const share = this.#shares.get(site);
    if (!share) return [];
    let excess = share.bytes - this.maxBytesPerSite;
    const keys: string[] = [];
    for (const [key, size] of share.sizes) {
      if (excess <= 0) break;
      keys.push(key);
      excess -= size;
    }
    return keys;
  }
}
