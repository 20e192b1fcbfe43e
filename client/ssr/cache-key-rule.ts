import type { PageDefinitions } from '#client/core/page-definition.ts';
import { findCaseCorrectedPath } from '#client/router/find-case-corrected-path.ts';
import type { RouteHandle } from '#client/router/routes.ts';
import type { PageUrlCacheKeyRule } from '#shared/rendering.ts';
import type { RenderableApp } from './renderable-app.ts';

/**
 * Cache path of all URL paths that only the not-found route matches. It does not begin with a slash, so that it is not
 * the URL path of any request.
 */
const notFoundCachePath = 'not-found';

/** Derives the rule for the cache key of a page from the route that matches its URL path. */
export function getCacheKeyRule(
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
