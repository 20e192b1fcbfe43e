import { indexParametersByKey } from '#client/core/index-parameters-by-key.ts';
import {
  type ClientPageEntry,
  type SiteShell,
  type SiteShellAddress,
  type SiteShellLogo,
  siteShellParameterKeys,
} from '#client/core/site-shell.ts';
import { listEnabledAnalyticsServices } from '#shared/consent/analytics-services.ts';
import type { Lang } from '#shared/languages.ts';
import type { EstateAddress } from '#shared/places/places-contract.ts';
import { toLocalWeekday, type Weekday } from '#shared/places/weekday.ts';
import type { ApiReader, SiteInLanguage } from '#shared/rendering.ts';
import { buildEntryPath, buildPathFromEntrySlugs, mapTranslatedPaths } from '#shared/site/page-tree.ts';
import type { Parameters } from '#shared/site/parameter-definitions.ts';
import type { Logo, PageEntry, SiteInfo, Theme } from '#shared/site/site-contract.ts';

/** The data of a site for rendering: the shell, and data that only the server needs. */
export interface LoadedSite {
  shell: SiteShell;
  parameters: Parameters;
  info: SiteInfo;
  theme: Theme;
  /** The current weekday in the site's time zone. */
  today: Weekday;
}

const pickShellParameters = (parameters: Parameters) =>
  Object.fromEntries(
    siteShellParameterKeys.flatMap((key) => {
      const value = parameters[key];
      return value === undefined || value === '' ? [] : [[key, value]];
    }),
  ) as SiteShell['parameters'];

const toShellLogo = ({ onlineImage, alt }: Logo): SiteShellLogo => ({
  url: onlineImage.url,
  width: onlineImage.width,
  height: onlineImage.height,
  alt,
});

type Alternates = ReadonlyMap<string, Readonly<Record<string, string>>>;

function toShellEntries(
  pages: readonly PageEntry[],
  alternates: Alternates,
  ancestors: PageEntry[] = [],
): ClientPageEntry[] {
  return [...pages]
    .sort((a, b) => a.order - b.order)
    .map((entry) => {
      const path = buildEntryPath(entry, ancestors);
      const defaultPath = buildPathFromEntrySlugs(entry, ancestors);
      const link = entry.link.type === 'NONE' ? undefined : { url: entry.link.url, script: entry.link.script };
      return {
        id: entry.id,
        path,
        menuTitle: entry.menuTitle,
        title: entry.title,
        description: entry.metaDescription,
        type: entry.type,
        showInMenu: entry.showInMenu,
        page: entry.page,
        ...(entry.elementRoute && { elementRoute: entry.elementRoute }),
        ...(path !== null && path !== defaultPath && { treePath: defaultPath }),
        ...(link && { link }),
        ...(path !== null && alternates.has(path) && { alternates: alternates.get(path) }),
        children: toShellEntries(entry.children, alternates, [...ancestors, entry]),
      };
    });
}

/** Finds the postal address of the estate's shop, otherwise the estate's first address. */
function findMainEstateAddress(addresses: readonly EstateAddress[]): EstateAddress | undefined {
  return addresses.find(({ type }) => type.some(({ value }) => value === 'shop')) ?? addresses[0];
}

function toShellAddress(addresses: readonly EstateAddress[]): SiteShellAddress | null {
  const main = findMainEstateAddress(addresses);
  if (!main) return null;
  const { name, address, addressPart2, postalCode, city, country, phone, email, openingHours } = main;
  return { name, address, addressPart2, postalCode, city, country: country.name, phone, email, openingHours };
}

/**
 * Finds the URL path of every page in the other languages.
 * @returns URL paths by language, by the URL path in the current language
 */
function findAlternates(pages: readonly PageEntry[], others: readonly TreeInLanguage[]): Alternates {
  const paths = new Map<string, Record<string, string>>();
  for (const { lang, tree } of others)
    for (const [path, counterpart] of mapTranslatedPaths(pages, tree.pages))
      paths.set(path, { ...paths.get(path), [lang]: counterpart });
  return paths;
}

interface TreeInLanguage {
  lang: Lang;
  tree: { pages: readonly PageEntry[] };
}

/** All reads are made at once, so that they become one call. */

async function readSite(site: SiteInLanguage, read: ApiReader) {
  return Promise.all([
    read('GET /page/tree'),
    read('GET /parameter', { query: { texts: 'false' } }),
    read('GET /site/info'),
    read('GET /theme'),
    read('GET /logo'),
    read('GET /company/address'),
    read('GET /user/newsletter/lists'),
    // The links between languages are part of the cache key, because these links differ by host and are not read from
    // the API.
    site.alternates.map(({ lang, href }) => lang + href).join(' '),
    toLocalWeekday(new Date(), site.timeZone),
    ...listOtherLanguages(site).map((lang) => read('GET /page/tree', { lang })),
  ]);
}

const listOtherLanguages = (site: SiteInLanguage): Lang[] =>
  site.alternates.map(({ lang }) => lang).filter((lang) => lang !== site.lang);

const cache = new WeakMap<object, { responses: readonly unknown[]; loaded: LoadedSite }>();

/**
 * Loads the data that every page of a site needs. The storefront's data cache returns identical objects until the site
 * changes or its entries expire, so the result is reused as long as the responses are identical.
 */
export async function loadSite(site: SiteInLanguage, read: ApiReader): Promise<LoadedSite> {
  const responses = await readSite(site, read);
  const [tree, parameterList, { site: info }, { theme }, { logos }, { addresses }, { lists }, , today, ...trees] =
    responses;
  const cached = cache.get(tree);
  if (cached && responses.every((response, index) => response === cached.responses[index])) return cached.loaded;

  const others = listOtherLanguages(site).flatMap((lang, index) => {
    const other = trees[index];
    return other ? [{ lang, tree: other }] : [];
  });
  const parameters = indexParametersByKey(parameterList.parameters);
  const { id, name, lang, defaultLang, timeZone, origin, alternates } = site;
  const shell: SiteShell = {
    site: { id, name, lang, defaultLang, timeZone, origin, alternates },
    parameters: pickShellParameters(parameters),
    logos: Object.fromEntries(logos.map((logo) => [logo.type, toShellLogo(logo)])),
    pages: toShellEntries(tree.pages, findAlternates(tree.pages, others)),
    address: toShellAddress(addresses),
    newsletter: lists[0]?.name ?? '',
    externalIds: Object.fromEntries(listEnabledAnalyticsServices(info.externalIds).map(({ app, id }) => [app, id])),
    ...(info.popups.length > 0 && { popups: info.popups }),
  };
  const loaded = { shell, parameters, info, theme, today };
  cache.set(tree, { responses, loaded });
  return loaded;
}
