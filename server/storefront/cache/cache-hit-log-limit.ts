import type { FastifyBaseLogger } from 'fastify';

/**
 * Maximum number of log lines for the cache hits of one site in a second. The number of cache hits has no limit, so
 * without a limit of lines one client could fill the disk, and journald would drop the lines of errors as well (by
 * default beyond 333 a second).
 */
export const maxLoggedHitsPerSiteSecond = 50;
const periodMs = 1_000;

/**
 * Limits the log lines of cache hits for each site and second. The number of further hits is logged when the second has
 * ended, unless the process has exited before.
 * @returns A function that counts a hit of a site, and returns false if the hit must not have a line of its own.
 */
export function createCacheHitLogLimit(log: FastifyBaseLogger): (site: number) => boolean {
  /** Number of hits of each site in the current second. */
  const counts = new Map<number, number>();
  const endPeriod = () => {
    for (const [site, count] of counts) {
      const hits = count - maxLoggedHitsPerSiteSecond;
      if (hits > 0) log.info({ code: 'cache_hits_not_logged', site, hits }, 'cache hits not logged');
    }
    counts.clear();
  };
  return (site) => {
    if (counts.size === 0) setTimeout(endPeriod, periodMs).unref();
    const count = (counts.get(site) ?? 0) + 1;
    counts.set(site, count);
    return count <= maxLoggedHitsPerSiteSecond;
  };
}
