import type { CapacityRefusal } from './refusals.ts';

export interface ConcurrencySlotLimits {
  total: number;
  perSite: number;
  perNetwork: number;
}

interface ConcurrencySlotLimiter {
  /**
   * Reserves a slot.
   * @returns The function that releases it, or null if the site, the client network or the process has no slot left.
   */
  tryAcquire(siteId: number, network: string): (() => void) | null;
  findRefusal(siteId: number, network: string): CapacityRefusal;
}

/**
 * Creates a limiter that divides the slots of a shared resource, so that no single client network and no single site
 * can occupy all of them.
 */
export function createConcurrencySlotLimiter({
  total,
  perSite,
  perNetwork,
}: ConcurrencySlotLimits): ConcurrencySlotLimiter {
  const used = new Map<string, number>();
  const change = (key: string, by: 1 | -1) => {
    const count = (used.get(key) ?? 0) + by;
    if (count === 0) used.delete(key);
    else used.set(key, count);
  };
  return {
    findRefusal: (siteId, network) =>
      (used.get(`network ${network}`) ?? 0) >= perNetwork
        ? 'network_limit'
        : (used.get(`site ${siteId}`) ?? 0) >= perSite
          ? 'site_limit'
          : 'queue',
    tryAcquire(siteId, network) {
      const limits: [key: string, max: number][] = [
        ['total', total],
        [`site ${siteId}`, perSite],
        [`network ${network}`, perNetwork],
      ];
      if (limits.some(([key, max]) => (used.get(key) ?? 0) >= max)) return null;
      for (const [key] of limits) change(key, 1);
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        for (const [key] of limits) change(key, -1);
      };
    },
  };
}
