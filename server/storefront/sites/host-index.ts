import { type Lang, languageOf } from '#shared/languages.ts';
import type { RenderedSite } from '#shared/rendering.ts';
import { isWithin, type SiteConfig } from '#shared/site/site-config.ts';
import { type Authority, parseAuthority } from './host-name.ts';

/** One estate with the name of its folder. */
export interface FolderSite {
  folder: string;
  config: SiteConfig;
}

/** A site in one language, as one host shows it. What a page may know of its request beyond path and query is here. */
export interface SiteHost {
  id: number;
  config: SiteConfig;
  lang: Lang;
  /** Prefix of every cache key: whatever of the host may change a page is part of it. */
  key: string;
  /** Whether people reach the site by https: the canonical origin's scheme; local names are plain http. */
  isSecure: boolean;
  /** The host's name, without port. */
  name: string;
  /** The domain on which cookies are set, where the whole of it is the estate's; null: on the host alone. */
  cookieDomain: string | null;
  /** Origin to which every request of this host is redirected; null where the host itself is canonical or local. */
  redirectTo: string | null;
  rendered: RenderedSite;
}

export interface HostIndex {
  /** The site that answers to a Host header; undefined when nobody does. */
  find(header: string): SiteHost | undefined;
  /** Every site once in each of its languages, by its canonical host. */
  readonly sites: readonly FolderSite[];
}

/** The canonical origin of a site in `lang`. */
export function originOf(config: SiteConfig, lang: Lang): string {
  if (typeof config.origin === 'string') return config.origin;
  return config.origin[lang] ?? config.origin[config.defaultLang] ?? Object.values(config.origin)[0] ?? '';
}

const plainLocal = ['localhost', '127.0.0.1', '[::1]'];

/** The names at which a site answers on the machine itself, with their languages. */
export function localNamesOf({ folder, config }: FolderSite, isDefault: boolean): Map<string, Lang> {
  const names = new Map<string, Lang>([[`${folder}.localhost`, config.defaultLang]]);
  for (const lang of config.languages) names.set(`${languageOf(lang).hostLabel}.${folder}.localhost`, lang);
  if (isDefault) for (const name of plainLocal) names.set(name, config.defaultLang);
  return names;
}

interface Place {
  site: FolderSite;
  lang: Lang;
  isLocal: boolean;
}

/** Forged ports and capitals are names without end: so many spellings are remembered, then all are forgotten. */
const mostSpellings = 50_000;

/** Hosts → sites. Claims have been settled before: no two of `sites` name one host. */
export function hostIndex(sites: readonly FolderSite[], { localNames }: { localNames: boolean }): HostIndex {
  const places = new Map<string, Place>();
  const defaultSite = sites.find(({ config }) => config.default);
  for (const site of sites) {
    for (const host of site.config.hosts)
      places.set(host.name, { site, lang: host.lang ?? site.config.defaultLang, isLocal: false });
    if (!localNames) continue;
    for (const [name, lang] of localNamesOf(site, site === defaultSite))
      if (!places.has(name)) places.set(name, { site, lang, isLocal: true });
  }

  const spellings = new Map<string, SiteHost>();
  const find = (header: string): SiteHost | undefined => {
    const known = spellings.get(header);
    if (known) return known;
    const authority = parseAuthority(header);
    const place = authority && places.get(authority.name);
    if (!place) return undefined;
    const siteHost = place.isLocal ? localHost(place, authority) : publicHost(place, authority);
    if (spellings.size >= mostSpellings) spellings.clear();
    spellings.set(header, siteHost);
    return siteHost;
  };
  return { find, sites };
}

function publicHost({ site: { config }, lang }: Place, authority: Authority): SiteHost {
  const origin = originOf(config, lang);
  const isCanonical = new URL(origin).hostname === authority.name;
  return {
    id: config.id,
    config,
    lang,
    key: `${config.id} ${lang} `,
    isSecure: origin.startsWith('https:'),
    name: authority.name,
    cookieDomain: config.cookieDomain && isWithin(authority.name, config.cookieDomain) ? config.cookieDomain : null,
    redirectTo: isCanonical ? null : origin,
    rendered: renderedSite(config, lang, (other) => originOf(config, other)),
  };
}

/** Local names keep their visitors: links to other languages lead to local names at the same port. */
function localHost({ site, lang }: Place, { name, port }: Authority): SiteHost {
  const { config, folder } = site;
  const suffix = port ? `:${port}` : '';
  const hrefOf = (other: Lang) =>
    other === lang ? `http://${name}${suffix}` : `http://${languageOf(other).hostLabel}.${folder}.localhost${suffix}`;
  return {
    id: config.id,
    config,
    lang,
    key: `${config.id} ${lang} ${name}${suffix}`,
    isSecure: false,
    name,
    cookieDomain: null,
    redirectTo: null,
    rendered: renderedSite(config, lang, hrefOf),
  };
}

function renderedSite(config: SiteConfig, lang: Lang, hrefOf: (lang: Lang) => string): RenderedSite {
  return {
    id: config.id,
    name: config.name,
    lang,
    defaultLang: config.defaultLang,
    timeZone: config.timeZone,
    origin: originOf(config, lang),
    alternates: config.languages.map((other) => ({
      lang: other,
      origin: originOf(config, other),
      href: hrefOf(other),
    })),
  };
}
