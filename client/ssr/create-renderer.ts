import { findPageKindOutsideTree, fixedPathPageKinds } from '#client/core/fixed-path-pages.ts';
import type { PageDefinitions } from '#client/core/page-definition.ts';
import { createFailurePage, createSiteInPreparationPage, getFailureMessageOfStatus } from '#client/core/page-result.ts';
import { findCaseCorrectedPath } from '#client/router/find-case-corrected-path.ts';
import type { RouteHandle } from '#client/router/routes.ts';
import type { PageUrlCacheKeyRule, Renderer, RenderInput } from '#shared/rendering.ts';
import { isApiReadError } from '#shared/rendering.ts';
import { createFallbackSite } from './create-fallback-site.ts';
import { loadSite } from './load-site.ts';
import { type RendererParts, renderFailurePage, renderPage } from './render-page.tsx';
import {
  createRenderableAppCache,
  createTextsOfBundledDictionaries,
  loadAllPageModules,
  type RenderableApp,
} from './renderable-app.ts';

const tryLoadSite = ({ site, read }: RenderInput) =>
  loadSite(site, read).catch((error: unknown) => {
    if (isApiReadError(error)) return null;
    throw error;
  });

const failureResult = (input: RenderInput, status: number, message: string) =>
  createFailurePage(status, message || getFailureMessageOfStatus(status, createTextsOfBundledDictionaries(input.site)));

/**
 * Cache path of all URL paths that only the not-found route matches. It does not begin with a slash, so that it is not
 * the URL path of any request.
 */
const notFoundCachePath = 'not-found';

/** Derives the rule for the cache key of a page from the route that matches its URL path. */
function getCacheKeyRule(
  { routes, matchRoute, modules }: RenderableApp,
  definitions: PageDefinitions,
  pathname: string,
) {
  const route = matchRoute(pathname);
  const kind = (route?.handle as RouteHandle | undefined)?.kind ?? null;
  const rule: PageUrlCacheKeyRule = {
    declaredQueryParameters: (kind && modules.get(kind)?.declaredQueryParameters) ?? [],
    cachePath: pathname,
    isNotFound: false,
  };
  if (route?.path === '*' && findCaseCorrectedPath(routes, pathname) === null)
    return { ...rule, cachePath: notFoundCachePath, isNotFound: true };
  if (kind && route?.path && definitions[kind].isPathIndependent) return { ...rule, cachePath: route.path };
  return rule;
}

/**
 * Creates a function that checks whether a URL path contains a secret, independently of the site's page tree. Upper
 * case and trailing characters are accepted, because mail programs may alter links while their secret stays valid.
 */
function createSecretPathCheck(definitions: PageDefinitions): (pathname: string) => boolean {
  // URL paths below which there are pages with a secret, such as `/auth/activate/`.
  const secretFolders = Object.entries(fixedPathPageKinds).flatMap(([path, kind]) =>
    definitions[kind].hasSecret && path.includes('/:') ? [path.slice(0, path.indexOf('/:') + 1)] : [],
  );
  return (pathname) => {
    const path = pathname.toLowerCase();
    const kind = findPageKindOutsideTree(path);
    if (kind) return definitions[kind].hasSecret === true;
    return secretFolders.some((folder) => path.startsWith(folder));
  };
}

/** Creates the renderer, which the storefront loads as a bundle. */
export function createRenderer(composition: RendererParts): Renderer {
  const modules = loadAllPageModules(composition.definitions);
  const appFor = createRenderableAppCache(composition.definitions, modules);
  const context = { ...composition, appFor };
  return {
    isSecret: createSecretPathCheck(composition.definitions),
    async readKeyRule({ site, path, read }) {
      return getCacheKeyRule(await appFor(await loadSite(site, read)), composition.definitions, path);
    },
    async render(input) {
      const site = await tryLoadSite(input);
      if (!site)
        return renderFailurePage(context, input, createFallbackSite(input.site), failureResult(input, 503, ''));
      if (site.info.isBuilding && !input.isPreview) {
        const page = createSiteInPreparationPage(createTextsOfBundledDictionaries(input.site));
        return { ...(await renderFailurePage(context, input, site, page)), isBuilding: true };
      }
      return renderPage(context, input, site);
    },
    async renderFailure(input, { status, message }) {
      const site = (await tryLoadSite(input)) ?? createFallbackSite(input.site);
      return renderFailurePage(context, input, site, failureResult(input, status, message));
    },
  };
}
