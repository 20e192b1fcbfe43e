import type { FastifyBaseLogger } from 'fastify';
import type { ListedSite } from '#shared/site/listed-site.ts';
import {
  type ConfiguredSite,
  createHostIndex,
  type FollowingHostIndex,
  type HostIndexOptions,
  replaceHostIndex,
  type SiteListeners,
} from './host-index.ts';
import { overrideHostingOfConfiguredSite } from './override-hosting-of-configured-site.ts';
import { ConflictFreeSites } from './resolve-site-conflicts.ts';

const minUpdateDelayMs = 20;
/**
 * The index is rebuilt as a whole, which takes 0.1 s with ten thousand sites, and a command may import thousands one
 * after another. So the pause after a rebuild is this many times as long as the rebuild.
 */
const pauseRatio = 10;
const maxPauseMs = 2_000;

/**
 * Creates an index of the sites that the API lists, for a storefront that reads no folders. It keeps the last known
 * sites while the API is away.
 */
export function createListedHostIndex(
  options: HostIndexOptions,
  { log, ...listeners }: SiteListeners & { log: FastifyBaseLogger },
): FollowingHostIndex {
  let hosts = createHostIndex([], options);
  let isLoaded = false;
  let listed = new Map<number, ConfiguredSite>();
  let timer: NodeJS.Timeout | undefined;
  let pausedUntil = 0;
  const conflictFree = new ConflictFreeSites(({ folder, reason }) =>
    log.error({ code: 'site_rejected', folder, reason }, 'site rejected'),
  );
  const update = () => {
    const startedAt = performance.now();
    clearTimeout(timer);
    timer = undefined;
    const sites = [...listed.values()].toSorted((a, b) => a.config.id - b.config.id);
    const candidates = options.hasLocalNames ? markFirstAsDefault(sites) : sites;
    hosts = replaceHostIndex(hosts, conflictFree.replace(candidates), options, listeners);
    const updatedAt = performance.now();
    pausedUntil = updatedAt + Math.min(maxPauseMs, pauseRatio * (updatedAt - startedAt));
  };
  return {
    get hosts() {
      return hosts;
    },
    needsList: true,
    get isLoaded() {
      return isLoaded;
    },
    setSites(sites) {
      const before = listed;
      listed = new Map();
      for (const { id, listed: site } of sites) {
        // A site whose new version is refused keeps its last one.
        const configured = site ? toConfiguredSite(site) : before.get(id);
        if (configured) listed.set(id, configured);
      }
      isLoaded = true;
      update();
    },
    setSite({ id, listed: site }) {
      if (site) listed.set(id, toConfiguredSite(site));
      else listed.delete(id);
      timer ??= setTimeout(update, Math.max(minUpdateDelayMs, pausedUntil - performance.now())).unref();
    },
    addImportedSite() {},
    stop: () => clearTimeout(timer),
  };
}

function toConfiguredSite({ id, name, folder, timeZone, cookieDomain, ...hosting }: ListedSite): ConfiguredSite {
  const { hosts, origins: origin, languages, defaultLang } = hosting;
  const config = { id, name, timeZone, default: false, hosts, origin, languages, defaultLang };
  return overrideHostingOfConfiguredSite(
    { folder: folder ?? `site-${id}`, config: { ...config, ...(cookieDomain !== null && { cookieDomain }) } },
    hosting,
  );
}

/** The list does not say which site has `"default": true`, so plain localhost shows the one with the lowest id. */
const markFirstAsDefault = ([first, ...others]: readonly ConfiguredSite[]): ConfiguredSite[] =>
  first ? [{ ...first, config: { ...first.config, default: true } }, ...others] : [];
