import { isDeepStrictEqual } from 'node:util';
import type { FastifyBaseLogger } from 'fastify';
import type { SiteHosting } from '#shared/site/site-hosting.ts';
import { type ConfiguredSite, createHostIndex, type HostIndex, type HostIndexOptions } from './host-index.ts';
import { overrideHostingOfConfiguredSite } from './override-hosting-of-configured-site.ts';
import { watchSiteConfigs } from './watch-sites.ts';

export interface WatchedHostIndex {
  readonly hosts: HostIndex;
  /**
   * Sets the edited hosts and languages of all sites. For sites that the map does not contain, `site.json` applies.
   * @param imported Ids of the sites that the API has imported.
   */
  setHostings(hostings: ReadonlyMap<number, SiteHosting>, imported: ReadonlySet<number>): void;
  /** Adds a site that the API has imported since. */
  addImportedSite(siteId: number): void;
  /** Sets the edited hosts and languages of one site; null if those of `site.json` apply. */
  setHosting(siteId: number, hosting: SiteHosting | null): void;
  stop(): void;
}

export interface WatchedHostIndexOptions {
  /** Called when the `site.json` of a known site, or its edited hosts or languages have changed. */
  onSiteChanged: (siteId: number) => void;
  log: FastifyBaseLogger;
  onSitesChanged?: (sites: readonly ConfiguredSite[]) => void;
}

/**
 * Creates an index of the sites in `sitesDir` that follows changes of the folder, and of the hosts and languages that
 * staff edit.
 */
export function createWatchedHostIndex(
  { sitesDir, ...options }: HostIndexOptions & { sitesDir: string },
  { onSiteChanged, log, onSitesChanged }: WatchedHostIndexOptions,
): WatchedHostIndex {
  let hosts = createHostIndex([], options);
  let hostings = new Map<number, SiteHosting>();
  let imported: Set<number> | null = null;
  const watch = watchSiteConfigs(sitesDir, {
    onSitesChanged: (sites) => {
      const before = new Map(hosts.sites.map((site) => [site.config.id, site]));
      for (const site of sites) {
        const old = before.get(site.config.id);
        if (old && !isDeepStrictEqual(old, site)) onSiteChanged(site.config.id);
      }
      hosts = createHostIndex(sites, options);
      onSitesChanged?.(sites);
    },
    onIssue: ({ folder, reason }) => log.error({ code: 'site_rejected', folder, reason }, 'site rejected'),
    completeSite: (site) => overrideHostingOfConfiguredSite(site, hostings.get(site.config.id)),
    isImported: ({ config }) => imported === null || imported.has(config.id),
  });
  return {
    get hosts() {
      return hosts;
    },
    setHostings(all, importedIds) {
      imported = new Set(importedIds);
      const hasAny = hostings.size > 0 || all.size > 0;
      hostings = new Map(all);
      if (hasAny || watch.conflictingSiteIds.size > 0) watch.refresh();
    },
    addImportedSite(siteId) {
      if (!imported || imported.has(siteId)) return;
      imported.add(siteId);
      if (watch.conflictingSiteIds.has(siteId)) watch.refresh();
    },
    setHosting(siteId, hosting) {
      if (hosting) hostings.set(siteId, hosting);
      else hostings.delete(siteId);
      watch.refresh();
    },
    stop: () => watch.stop(),
  };
}
