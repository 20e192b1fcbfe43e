import { isDeepStrictEqual } from 'node:util';
import type { FastifyBaseLogger } from 'fastify';
import { createHostIndex, type FolderSite, type HostIndex, type HostIndexOptions } from './host-index.ts';
import { watchSites } from './watch-sites.ts';

export interface LiveSites {
  readonly hosts: HostIndex;
  stop(): void;
}

export interface LiveSitesOptions {
  /** Called when the `site.json` of a site has changed. */
  onSiteChanged: (siteId: number) => void;
  log: FastifyBaseLogger;
  onSitesChanged?: (sites: readonly FolderSite[]) => void;
}

/** Creates an index of the sites in `sitesDir` that follows changes of the folder. */
export function createLiveSites(
  { sitesDir, ...options }: HostIndexOptions & { sitesDir: string },
  { onSiteChanged, log, onSitesChanged }: LiveSitesOptions,
): LiveSites {
  let hosts = createHostIndex([], options);
  const watch = watchSites(sitesDir, {
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
