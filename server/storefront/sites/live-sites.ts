import { isDeepStrictEqual } from 'node:util';
import type { FastifyBaseLogger } from 'fastify';
import type { Generations } from '../cache/generations.ts';
import { type FolderSite, type HostIndex, hostIndex } from './host-index.ts';
import { watchSites } from './site-watch.ts';

export interface LiveSites {
  /** Of this moment. */
  readonly hosts: HostIndex;
  stop(): void;
}

export interface LiveSitesParts {
  generations: Generations;
  log: FastifyBaseLogger;
  onSites?: (sites: readonly FolderSite[]) => void;
}

/** The sites of the folder, kept up to date. A site whose identity changed is rendered anew. */
export function liveSites(
  { sitesDir, localNames }: { sitesDir: string; localNames: boolean },
  { generations, log, onSites }: LiveSitesParts,
): LiveSites {
  let hosts = hostIndex([], { localNames });
  const watch = watchSites(sitesDir, {
    onSites: (sites) => {
      const before = new Map(hosts.sites.map((site) => [site.config.id, site]));
      for (const site of sites) {
        const old = before.get(site.config.id);
        if (old && !isDeepStrictEqual(old, site)) generations.raise(site.config.id);
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
