import { isApiReadError } from '#shared/rendering.ts';
import type { DataCache } from '../cache/data-cache.ts';
import type { SiteGenerations } from '../cache/site-generations.ts';
import type { SiteHost } from '../sites/host-index.ts';

export type SiteUnderConstructionCheck = (site: SiteHost, requestId: string) => Promise<boolean>;

interface KnownState {
  isBuilding: boolean;
  generation: number;
  /** Time of the next attempt in milliseconds since the epoch. */
  retryAt: number;
}

/** Minimum time in milliseconds between attempts to read the state of a site while the API fails. */
const retryDelayMs = 5_000;

/**
 * Creates a function that checks whether a site is being built. The state is read once per generation of the site,
 * because a change of the state raises the generation. While the API fails, the last known state applies; a site of
 * unknown state counts as open.
 */
export function createSiteUnderConstructionCheck(
  dataCache: DataCache,
  generations: SiteGenerations,
  now = Date.now,
): SiteUnderConstructionCheck {
  const known = new Map<number, KnownState>();
  return async (site, requestId) => {
    const { generation } = generations.get(site.id);
    const last = known.get(site.id);
    if (last?.generation === generation && now() < last.retryAt) return last.isBuilding;
    try {
      const { isBuilding } = (await dataCache.reader(site, requestId)('GET /site/info')).site;
      known.set(site.id, { isBuilding, generation, retryAt: Number.POSITIVE_INFINITY });
      return isBuilding;
    } catch (error) {
      if (!isApiReadError(error)) throw error;
      const isBuilding = last?.isBuilding ?? false;
      known.set(site.id, { isBuilding, generation, retryAt: now() + retryDelayMs });
      return isBuilding;
    }
  };
}
