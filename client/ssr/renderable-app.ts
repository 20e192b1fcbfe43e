import { createStaticHandler, type RouteObject, type StaticHandler } from 'react-router';
import type { AppContextValue } from '#client/core/app-context.tsx';
import type { PageDefinitions, PageModulesByKind, RouteKind } from '#client/core/page-definition.ts';
import type { ClientPageEntry } from '#client/core/site-shell.ts';
import { createRouteMatcher, type RouteMatcher } from '#client/router/create-route-matcher.ts';
import { createSiteRoutes } from '#client/router/routes.ts';
import { listEnabledAnalyticsServices } from '#shared/consent/analytics-services.ts';
import { type CspSources, mergeCspSources } from '#shared/csp-sources.ts';
import { escapeJsonForScript } from '#shared/escape-json-for-script.ts';
import { type Lang, languages } from '#shared/languages.ts';
import { createTextsWithLazyDomains, type Dictionary, type TextsWithLazyDomains } from '#shared/texts.ts';
import { createReusableHtmlCache, type ReusableHtmlCache } from './html-fragment-cache.ts';
import type { LoadedSite } from './load-site.ts';
import type { PageAssets } from './page-assets.ts';
import { type RenderedTheme, renderTheme } from './render-theme.ts';

const files = import.meta.glob<object>(
  ['/shared/texts/*/*.json', '!/shared/texts/*/{errors,mails,plain-pages,search-words}.json'],
  {
    eager: true,
    import: 'default',
  },
);

const domainOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1, -'.json'.length);

/** Texts by language. The server has the texts of all pages in memory, so it need not load domains on demand. */
const dictionaries = Object.fromEntries(
  languages.map((lang) => {
    const paths = Object.keys(files).filter((path) => path.startsWith(`/shared/texts/${lang}/`));
    return [lang, Object.fromEntries(paths.map((path) => [domainOf(path), files[path]]))];
  }),
) as Record<Lang, Dictionary>;

export const createTextsOfBundledDictionaries = ({
  lang,
  timeZone,
}: {
  lang: Lang;
  timeZone: string;
}): TextsWithLazyDomains => createTextsWithLazyDomains(lang, dictionaries[lang], timeZone);

export async function loadAllPageModules(definitions: PageDefinitions): Promise<PageModulesByKind> {
  const kinds = Object.keys(definitions) as RouteKind[];
  return new Map(await Promise.all(kinds.map(async (kind) => [kind, await definitions[kind].load()] as const)));
}

/**
 * Objects for rendering a site in one language. They are reused for all pages as long as `loadSite` returns the same
 * object.
 */
export interface RenderableApp {
  app: AppContextValue;
  handler: StaticHandler;
  routes: RouteObject[];
  matchRoute: RouteMatcher;
  modules: PageModulesByKind;
  theme: RenderedTheme;
  /** SHA-256 in hex of the estate's script, which pages load as `/scripts/<hash>.js`; empty without a script. */
  scripts: string;
  /** Origins of the analytics services that the site uses, for the Content-Security-Policy. */
  analyticsSources: CspSources;
  /** The beginning of the script element with the hydration data, which is the same on all pages of the site. */
  hydrationStart: Uint8Array;
  /** The rendered beginning of `<head>`, by the files that a page loads. */
  staticHeads: Map<PageAssets, Uint8Array>;
  /** HTML that is the same in many documents of the site. */
  reusedParts: ReusableHtmlCache;
}

export type GetOrCreateRenderableApp = (site: LoadedSite) => Promise<RenderableApp>;

/** Leaves out the texts that no menu shows, which the browser reads when it loads another page. */
const omitTexts = (pages: readonly ClientPageEntry[]): object[] =>
  pages.map(({ title: _title, description: _description, children, ...entry }) => ({
    ...entry,
    children: omitTexts(children),
  }));

/** Creates a cache of `RenderableApp` objects by loaded site. An entry is garbage-collected together with its site. */
export function createRenderableAppCache(
  definitions: PageDefinitions,
  loading: Promise<PageModulesByKind>,
): GetOrCreateRenderableApp {
  const cache = new WeakMap<LoadedSite, RenderableApp>();
  return async (site) => {
    const cached = cache.get(site);
    if (cached) return cached;
    const modules = await loading;
    const { shell, today } = site;
    const app = { shell, today, texts: createTextsOfBundledDictionaries(shell.site) };
    const routes = createSiteRoutes({ app, definitions, modules });
    const rendered: RenderableApp = {
      app,
      modules,
      routes,
      matchRoute: createRouteMatcher(routes),
      handler: createStaticHandler(routes),
      theme: renderTheme(
        site.theme,
        site.info,
        site.parameters,
        site.shell.logos.LOGO_LIGHT_THEME ?? site.shell.logos.LOGO,
      ),
      scripts: site.info.scripts,
      analyticsSources: mergeCspSources(
        ...listEnabledAnalyticsServices(shell.externalIds).map(({ id, policySources }) => policySources(id)),
      ),
      hydrationStart: Buffer.from(
        `<script type="application/json" id="hydration">{"shell":${escapeJsonForScript(JSON.stringify({ ...shell, pages: omitTexts(shell.pages) }))},"today":"${today}",`,
      ),
      staticHeads: new Map(),
      reusedParts: createReusableHtmlCache(),
    };
    cache.set(site, rendered);
    return rendered;
  };
}
