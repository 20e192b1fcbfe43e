import { LRUCache } from 'lru-cache';
import { matchRoutes, type RouteObject } from 'react-router';

export type RouteMatcher = (pathname: string) => RouteObject | undefined;

/** Maximum number of URL paths whose routes are cached. Most sites have fewer pages. */
const maxKnownPaths = 200;

/**
 * Creates a function that finds the route of a URL path as `matchRoutes` does. `matchRoutes` compiles and ranks all
 * routes at each call, which takes longer than the rest of a cached page, so `matchRoutes` gets only the routes whose
 * static segments are equal to those of the path. The routes of the latest paths are cached.
 * @param routes Routes without children and optional segments, whose static segments are case-sensitive.
 */
export function createRouteMatcher(routes: readonly RouteObject[]): RouteMatcher {
  const patterns = routes.map((route) => ({ route, segments: splitPath(route.path ?? '*') }));
  const findRoute: RouteMatcher = (pathname) => {
    const segments = decodeSegments(pathname);
    const candidates = patterns.filter((pattern) => isCandidate(pattern.segments, segments));
    return matchRoutes(
      candidates.map(({ route }) => route),
      pathname,
    )?.at(-1)?.route;
  };
  const known = new LRUCache<string, { route: RouteObject | undefined }>({ max: maxKnownPaths });
  return (pathname) => {
    let match = known.get(pathname);
    if (!match) {
      match = { route: findRoute(pathname) };
      known.set(pathname, match);
    }
    return match.route;
  };
}

const isCandidate = (pattern: readonly string[], segments: readonly string[]): boolean =>
  pattern.at(-1) === '*' ||
  (pattern.length === segments.length &&
    pattern.every((segment, i) => segment.startsWith(':') || segment === segments[i]));

const splitPath = (path: string): string[] => path.replace(/(?<!\/)\/+$/, '').split('/');

/** Decodes the segments of a path. If one of them is malformed, none is decoded, as in `matchRoutes`. */
function decodeSegments(path: string): string[] {
  const segments = splitPath(path);
  try {
    return segments.map(decodeURIComponent);
  } catch {
    return segments;
  }
}
