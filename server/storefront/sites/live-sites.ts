import { isDeepStrictEqual } from 'node:util';
import type { FastifyBaseLogger } from 'fastify';
import { type FolderSite, type HostIndex, hostIndex } from './host-index.ts';
import { watchSites } from './site-watch.ts';

export interface LiveSites {
  readonly hosts: HostIndex;
  stop(): void;
}

export interface LiveSitesParts {
  /** Called for a site whose `site.json` has changed. */
  onSiteChanged: (siteId: number) => void;
  log: FastifyBaseLogger;
  onSites?: (sites: readonly FolderSite[]) => void;
}

/** The sites of the folder, kept up to date. */
export function liveSites(
  { sitesDir, localNames }: { sitesDir: string; localNames: boolean },
  { onSiteChanged, log, onSites }: LiveSitesParts,
): LiveSites {
  let hosts = hostIndex([], { localNames });
  const watch = watchSites(sitesDir, {
    onSites: (sites) => {
      const before = new Map(hosts.sites.map((site) => [site.config.id, site]));
      for (const site of sites) {
        const old = before.get(site.config.id);
        if (old && !isDeepStrictEqual(old, site)) onSiteChanged(site.config.id);
      }
      hosts = hostIndex(sites, { localNames });
      onSites?.(sites);
    },
    onFault: ({ folder, reason }) => log.error({ folder }, `site ${folder}: ${reason}`),
  });
  return {
    get hosts() {
      return hosts;
    },
    stop: () => watch.stop(),
  };
}
