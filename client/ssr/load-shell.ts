import { parametersByKey } from '#client/core/parameters.ts';
import { type Shell, type ShellAddress, type ShellEntry, type ShellLogo, shellParameters } from '#client/core/shell.ts';
import type { Lang } from '#shared/languages.ts';
import type { CompanyAddress } from '#shared/places/places-contract.ts';
import { type Weekday, weekdayAt } from '#shared/places/weekday.ts';
import type { Read, RenderedSite } from '#shared/rendering.ts';
import { counterparts, entryPath, treePath } from '#shared/site/page-tree.ts';
import type { Parameters } from '#shared/site/parameter-types.ts';
import type { Logo, PageEntry, SiteInfo, Theme } from '#shared/site/site-contract.ts';

/** What the server knows of a site while it renders: the shell, and what only the document needs. */
export interface LoadedSite {
  shell: Shell;
  parameters: Parameters;
  info: SiteInfo;
  theme: Theme;
  /** The weekday at the estate while this is shown. */
  today: Weekday;
}

const picked = (parameters: Parameters) =>
  Object.fromEntries(
    shellParameters.flatMap((key) => {
      const value = parameters[key];
      return value === undefined || value === '' ? [] : [[key, value]];
    }),
  ) as Shell['parameters'];

const shellLogo = ({ onlineImage, alt }: Logo): ShellLogo => ({
  url: onlineImage.url,
  width: onlineImage.width,
  height: onlineImage.height,
  alt,
});

type Alternates = ReadonlyMap<string, Readonly<Record<string, string>>>;

function shellEntries(pages: readonly PageEntry[], alternates: Alternates, ancestors: PageEntry[] = []): ShellEntry[] {
  return [...pages]
    .sort((one, other) => one.order - other.order)
    .map((entry) => {
      const path = entryPath(entry, ancestors);
      const byTree = treePath(entry, ancestors);
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
        ...(path !== null && path !== byTree && { byTree }),
        ...(link && { link }),
        ...(path !== null && alternates.has(path) && { alternates: alternates.get(path) }),
        children: shellEntries(entry.children, alternates, [...ancestors, entry]),
      };
    });
}

/** The estate's own address: the shop before any other. */
export function mainAddress(addresses: readonly CompanyAddress[]): CompanyAddress | undefined {
  return addresses.find(({ type }) => type.some(({ value }) => value === 'shop')) ?? addresses[0];
}

function shellAddress(addresses: readonly CompanyAddress[]): ShellAddress | null {
  const main = mainAddress(addresses);
  if (!main) return null;
  const { name, address, addressPart2, postalCode, city, country, phone, email, openingHours } = main;
  return { name, address, addressPart2, postalCode, city, country: country.name, phone, email, openingHours };
}

/** Path → language → path of the same page in that language. */
async function alternatePaths(site: RenderedSite, pages: readonly PageEntry[], read: Read): Promise<Alternates> {
  const paths = new Map<string, Record<string, string>>();
  const others = site.alternates.map(({ lang }) => lang).filter((lang) => lang !== site.lang);
  for (const lang of others as Lang[]) {
    const theirs = await read('GET /page/tree', { lang });
    for (const [path, counterpart] of counterparts(pages, theirs.pages)) {
      paths.set(path, { ...paths.get(path), [lang]: counterpart });
    }
  }
  return paths;
}

async function readSite(site: RenderedSite, read: Read) {
  return Promise.all([
    read('GET /page/tree'),
    read('GET /parameter'),
    read('GET /site/info'),
    read('GET /theme'),
    read('GET /logo'),
    read('GET /company/address'),
    // Local names lead to other local names, so that the same site may have other links at another host.
    site.alternates.map(({ lang, href }) => lang + href).join(' '),
    weekdayAt(new Date(), site.timeZone),
  ]);
}

const made = new WeakMap<object, { answers: readonly unknown[]; loaded: LoadedSite }>();

/**
 * Everything that each page of a site needs. The storefront's data cache answers with the same objects until the site
 * changes; as long as it does, what was made of them is used again.
 */
export async function loadSite(site: RenderedSite, read: Read): Promise<LoadedSite> {
  const answers = await readSite(site, read);
  const [tree, parameterList, { site: info }, { theme }, { logos }, { addresses }, , today] = answers;
  const before = made.get(tree);
  if (before && answers.every((answer, index) => answer === before.answers[index])) return before.loaded;

  const parameters = parametersByKey(parameterList.parameters);
  const { id, name, lang, defaultLang, timeZone, origin, alternates } = site;
  const shell: Shell = {
    site: { id, name, lang, defaultLang, timeZone, origin, alternates },
    parameters: picked(parameters),
    logos: Object.fromEntries(logos.map((logo) => [logo.type, shellLogo(logo)])),
    pages: shellEntries(tree.pages, await alternatePaths(site, tree.pages, read)),
    address: shellAddress(addresses),
  };
  const loaded = { shell, parameters, info, theme, today };
  made.set(tree, { answers, loaded });
  return loaded;
}

/** As much of a site as its folder alone tells: enough for a page that says that it will be back. */
export function bareSite({ id, name, lang, defaultLang, timeZone, origin, alternates }: RenderedSite): LoadedSite {
  return {
    shell: {
      site: { id, name, lang, defaultLang, timeZone, origin, alternates },
      parameters: {},
      logos: {},
      pages: [],
      address: null,
    },
    parameters: {},
    info: bareInfo(name, defaultLang, timeZone),
    theme: bareTheme,
    today: weekdayAt(new Date(), timeZone),
  };
}

const bareTheme: Theme = {
  primary: '#3f4a3c',
  accent: '#b08d3f',
  backgrounds: { paper: '#f7f4ea', raised: '#fffdf6', footer: '#3f4a3c' },
  ink: '#2b2a1c',
  fonts: [],
  menu: { background: '#f7f4ea', ink: '#2b2a1c', current: '#3f4a3c' },
};

const bareInfo = (name: string, defaultLang: Lang, timeZone: string): SiteInfo => ({
  name,
  devUrl: '',
  prodUrl: '',
  server: '',
  url: '',
  fonts: [],
  isWinemaker: true,
  isECommerce: false,
  isBuilding: false,
  technicalFileModel: null,
  dashboardType: null,
  defaultLang,
  timeZone,
  scripts: '',
});
