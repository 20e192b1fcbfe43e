import type { FastifyBaseLogger } from 'fastify';
import type { SiteHosting } from '#shared/site/site-hosting.ts';
import {
  createHostIndex,
  type FollowingHostIndex,
  type HostIndexOptions,
  replaceHostIndex,
  type SiteListeners,
} from './host-index.ts';
import { overrideHostingOfConfiguredSite } from './override-hosting-of-configured-site.ts';
import { watchSiteConfigs } from './watch-sites.ts';

/**
 * Creates an index of the sites in `sitesDir` that follows changes of the folder, and of the hosts and languages that
 * staff edit.
 */
export function createWatchedHostIndex(
  { sitesDir, ...options }: HostIndexOptions & { sitesDir: string },
  { log, ...listeners }: SiteListeners & { log: FastifyBaseLogger },
): FollowingHostIndex {
  let hosts = createHostIndex([], options);
  let hostings = new Map<number, SiteHosting>();
  let imported: Set<number> | null = null;
  const watch = watchSiteConfigs(sitesDir, {
    onSitesChanged: (sites) => {
      hosts = replaceHostIndex(hosts, sites, options, listeners);
    },
    onIssue: ({ folder, reason }) => log.error({ code: 'site_rejected', folder, reason }, 'site rejected'),
    completeSite: (site) => overrideHostingOfConfiguredSite(site, hostings.get(site.config.id)),
    onUnwatched: (error) => log.warn({ code: 'site_folders_unwatched', err: error }, 'site folders unwatched'),
    isImported: ({ config }) => imported === null || imported.has(config.id),
  });
  return {
    get hosts() {
      return hosts;
    },
    needsList: false,
    isLoaded: true,
    setSites(sites) {
      imported = new Set(sites.map(({ id }) => id));
      const hadAny = hostings.size > 0;
      hostings = new Map(sites.flatMap(({ id, hosting }) => (hosting ? [[id, hosting]] : [])));
      if (hadAny || hostings.size > 0 || watch.conflictingSiteIds.size > 0) watch.refresh();
    },
    addImportedSite(siteId) {
      if (!imported || imported.has(siteId)) return;
      imported.add(siteId);
      if (watch.conflictingSiteIds.has(siteId)) watch.refresh();
    },
    setSite({ id, hosting }) {
      if (!hosting && !hostings.delete(id)) return;
      if (hosting) hostings.set(id, hosting);
      watch.refresh();
    },
    stop: () => watch.stop(),
  };
}
