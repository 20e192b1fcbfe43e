import { isDeepStrictEqual } from 'node:util';
import type { FastifyBaseLogger } from 'fastify';
import { createHostIndex, type FolderSite, type HostIndex } from './host-index.ts';
import { watchSites } from './watch-sites.ts';

export interface LiveSites {
  readonly hosts: HostIndex;
  stop(): void;
}

export interface LiveSitesOptions {
  /** Called for a site whose `site.json` has changed. */
  onSiteChanged: (siteId: number) => void;
  log: FastifyBaseLogger;
  onSitesChanged?: (sites: readonly FolderSite[]) => void;
}

/** The sites of the folder, kept up to date. */
export function createLiveSites(
  { sitesDir, localNames }: { sitesDir: string; localNames: boolean },
  { onSiteChanged, log, onSitesChanged: onSites }: LiveSitesOptions,
): LiveSites {
  let hosts = createHostIndex([], { localNames });
  const watch = watchSites(sitesDir, {
    onSitesChanged: (sites) => {
      const before = new Map(hosts.sites.map((site) => [site.config.id, site]));
      for (const site of sites) {
        const old = before.get(site.config.id);
        if (old && !isDeepStrictEqual(old, site)) onSiteChanged(site.config.id);
      }
      hosts = createHostIndex(sites, { localNames });
      onSites?.(sites);
    },
    onIssue: ({ folder, reason }) => log.error({ folder }, `site ${folder}: ${reason}`),
  });
  return {
    get hosts() {
      return hosts;
    },
    stop: () => watch.stop(),
  };
}
