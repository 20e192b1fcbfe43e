import type { SiteGeneration } from './site-generations.ts';

interface SiteShare {
  bytes: number;
  /** Sizes by key, the oldest first. */
  sizes: Map<string, number>;
}

/** From this number of sites on, no site's share grows smaller. */
const minShareDivisor = 4;

/** Tracks how much of a cache each site occupies. */
export class SiteCacheShares {
  readonly #shares = new Map<SiteGeneration, SiteShare>();
  readonly #maxBytes: number;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Bytes that one site may occupy: all of them while it is alone, at least a quarter otherwise. */
  get maxBytesPerSite(): number {
    return this.#maxBytes / Math.min(minShareDivisor, Math.max(1, this.#shares.size));
  }

  add(site: SiteGeneration, key: string, size: number): void {
    const share = this.#shares.get(site) ?? { bytes: 0, sizes: new Map() };
    this.#shares.set(site, share);
    share.bytes += size - (share.sizes.get(key) ?? 0);
    share.sizes.delete(key);
    share.sizes.set(key, size);
  }

  remove(site: SiteGeneration, key: string): void {
    const share = this.#shares.get(site);
    const size = share?.sizes.get(key);
    if (!share || size === undefined) return;
    share.sizes.delete(key);
    share.bytes -= size;
    if (share.sizes.size === 0) this.#shares.delete(site);
  }

  /** The oldest keys of a site that exceeds its share; removing them brings it back within. */
  excessKeys(site: SiteGeneration): string[] {
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
