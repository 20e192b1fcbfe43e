import { isDeepStrictEqual } from 'node:util';
import type { FastifyBaseLogger } from 'fastify';
import { type ConfiguredSite, createHostIndex, type HostIndex, type HostIndexOptions } from './host-index.ts';
import { watchSiteFolders } from './watch-sites.ts';

export interface WatchedHostIndex {
  readonly hosts: HostIndex;
  stop(): void;
}

export interface WatchedHostIndexOptions {
  /** Called when the `site.json` of a site has changed. */
  onSiteChanged: (siteId: number) => void;
  log: FastifyBaseLogger;
  onSitesChanged?: (sites: readonly ConfiguredSite[]) => void;
}

/** Creates an index of the sites in `sitesDir` that follows changes of the folder. */
export function createWatchedHostIndex(
  { sitesDir, ...options }: HostIndexOptions & { sitesDir: string },
  { onSiteChanged, log, onSitesChanged }: WatchedHostIndexOptions,
): WatchedHostIndex {
  let hosts = createHostIndex([], options);
  const watch = watchSiteFolders(sitesDir, {
    onSitesChanged: (sites) => {
      const before = new Map(hosts.sites.map((site) => [site.config.id, site]));
      for (const site of sites) {
        const old = before.get(site.config.id);
        if (old && !isDeepStrictEqual(old, site)) onSiteChanged(site.config.id);
      }
      hosts = createHostIndex(sites, options);
      onSitesChanged?.(sites);
    },
    onIssue: ({ folder, reason }) => log.error({ folder, reason }, 'site rejected'),
  });
  return {
    get hosts() {
      return hosts;
    },
    stop: () => watch.stop(),
  };
}
