import { isDeepStrictEqual } from 'node:util';
import { getLanguageRecord, type Lang } from '#shared/languages.ts';
import type { SiteInLanguage } from '#shared/rendering.ts';
import type { ListedSite } from '#shared/site/listed-site.ts';
import { isWithinDomain, type SiteConfig } from '#shared/site/site-config.ts';
import type { SiteHosting } from '#shared/site/site-hosting.ts';
import { type Authority, parseAuthority, removePortUnlessListening } from './host-name.ts';

export interface ConfiguredSite {
  folder: string;
  config: SiteConfig;
}

/**
 * A site in one language, as one host serves it. Apart from path and query, a cached page depends on nothing else of
 * its request.
 */
export interface SiteHost {
  id: number;
  folder: string;
  config: SiteConfig;
  lang: Lang;
  /** Prefix of the cache keys of this host's pages. It contains every property of the host on which a page depends. */
  key: string;
  /** True if the scheme of the canonical origin is https. Local names use http. */
  isSecure: boolean;
  /** Name of the host without port. */
  name: string;
  /** Domain of the session cookies, from `site.json`, if it contains the host; null for cookies of this host only. */
  cookieDomain: string | null;
  /** Origin to which every request of this host is redirected; null if the host is canonical or local. */
  redirectTo: string | null;
  rendered: SiteInLanguage;
}

export interface HostIndex {
  find(header: string): SiteHost | undefined;
  readonly sites: readonly ConfiguredSite[];
}

interface ApiSite {
  id: number;
  /** Hosts and languages if staff have edited them; null if those of `site.json` apply. */
  hosting: SiteHosting | null;
  /** All that pages need, for an index that needs the list; null for a removed site, and in the list for a refused one. */
  listed: ListedSite | null;
}

/** An index of hosts that follows the API's stream of site changes. */
export interface FollowingHostIndex {
  readonly hosts: HostIndex;
  /** True if the sites come from the API and not from folders. */
  readonly needsList: boolean;
  /** False until the sites are known. */
  readonly isLoaded: boolean;
  setSites(sites: readonly ApiSite[]): void;
  setSite(site: ApiSite): void;
  /** Adds a site that the API has imported since. */
  addImportedSite(siteId: number): void;
  stop(): void;
}

export interface SiteListeners {
  /** Called when the configuration of a known site has changed. */
  onSiteChanged: (siteId: number) => void;
  onSitesChanged?: (sites: readonly ConfiguredSite[]) => void;
}

export function getCanonicalOrigin(config: SiteConfig, lang: Lang): string {
  if (typeof config.origin === 'string') return config.origin;
  return config.origin[lang] ?? config.origin[config.defaultLang] ?? Object.values(config.origin)[0] ?? '';
}

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

function mapLocalhostNamesToLanguages({ folder, config }: ConfiguredSite, isDefault: boolean): Map<string, Lang> {
  const names = new Map<string, Lang>([[`${folder}.localhost`, config.defaultLang]]);
  for (const lang of config.languages) names.set(`${getLanguageRecord(lang).hostLabel}.${folder}.localhost`, lang);
  if (isDefault) for (const name of loopbackNames) names.set(name, config.defaultLang);
  return names;
}

interface HostTarget {
  site: ConfiguredSite;
  lang: Lang;
  isLocal: boolean;
}

/**
 * Maximum number of cached Host headers. Forged ports and capitals can produce any number of headers for one site, so
 * the cache is cleared when it is full.
 */
const maxCachedHeaders = 50_000;

export interface HostIndexOptions {
  hasLocalNames: boolean;
  /** The port at which the storefront listens; undefined if the system chooses it. */
  port?: number | undefined;
}

/** Creates the index from host names to sites. No two sites may have the same host; see `resolveSiteConflicts`. */
export function createHostIndex(
  sites: readonly ConfiguredSite[],
  { hasLocalNames, port: listeningPort }: HostIndexOptions,
): HostIndex {
  const targets = new Map<string, HostTarget>();
  const defaultSite = sites.find(({ config }) => config.default);
  for (const site of sites) {
    for (const host of site.config.hosts)
      targets.set(host.name, { site, lang: host.lang ?? site.config.defaultLang, isLocal: false });
    if (!hasLocalNames) continue;
    for (const [name, lang] of mapLocalhostNamesToLanguages(site, site === defaultSite))
      if (!targets.has(name)) targets.set(name, { site, lang, isLocal: true });
  }

  const siteHosts = new Map<string, SiteHost>();
  const find = (header: string): SiteHost | undefined => {
    const cached = siteHosts.get(header);
    if (cached) return cached;
    const authority = parseAuthority(header);
    const target = authority && targets.get(authority.name);
    if (!target) return undefined;
    const siteHost = target.isLocal
      ? localHost(target, removePortUnlessListening(authority, listeningPort))
      : publicHost(target, authority);
    if (siteHosts.size >= maxCachedHeaders) siteHosts.clear();
    siteHosts.set(header, siteHost);
    return siteHost;
  };
  return { find, sites };
}

/** Creates the index of the present sites, and reports those that differ from the `previous` ones. */
export function replaceHostIndex(
  previous: HostIndex,
  sites: readonly ConfiguredSite[],
  options: HostIndexOptions,
  { onSiteChanged, onSitesChanged }: SiteListeners,
): HostIndex {
  const before = new Map(previous.sites.map((site) => [site.config.id, site]));
  for (const site of sites) {
    const old = before.get(site.config.id);
    if (old && old !== site && !isDeepStrictEqual(old, site)) onSiteChanged(site.config.id);
  }
  const index = createHostIndex(sites, options);
  onSitesChanged?.(sites);
  return index;
}

function publicHost({ site: { folder, config }, lang }: HostTarget, authority: Authority): SiteHost {
  const origin = getCanonicalOrigin(config, lang);
  const isCanonical = new URL(origin).hostname === authority.name;
  return {
    id: config.id,
    folder,
    config,
    lang,
    key: `${config.id} ${folder} ${lang} `,
    isSecure: origin.startsWith('https:'),
    name: authority.name,
    cookieDomain:
      config.cookieDomain && isWithinDomain(authority.name, config.cookieDomain) ? config.cookieDomain : null,
    redirectTo: isCanonical ? null : origin,
    rendered: renderedSite(config, lang, (other) => getCanonicalOrigin(config, other)),
  };
}

/** Creates the host for a local host name. Its links to other languages use local host names with the same port. */
function localHost({ site, lang }: HostTarget, { name, port }: Authority): SiteHost {
  const { config, folder } = site;
  const suffix = port ? `:${port}` : '';
  const hrefOf = (other: Lang) =>
    other === lang
      ? `http://${name}${suffix}`
      : `http://${getLanguageRecord(other).hostLabel}.${folder}.localhost${suffix}`;
  return {
    id: config.id,
    folder,
    config,
    lang,
    key: `${config.id} ${folder} ${lang} ${name}${suffix}`,
    isSecure: false,
    name,
    cookieDomain: null,
    redirectTo: null,
    rendered: renderedSite(config, lang, hrefOf),
  };
}

function renderedSite(config: SiteConfig, lang: Lang, hrefOf: (lang: Lang) => string): SiteInLanguage {
  return {
    id: config.id,
    name: config.name,
    lang,
    defaultLang: config.defaultLang,
    timeZone: config.timeZone,
    origin: getCanonicalOrigin(config, lang),
    alternates: config.languages.map((other) => ({
      lang: other,
      origin: getCanonicalOrigin(config, other),
      href: hrefOf(other),
    })),
  };
}
