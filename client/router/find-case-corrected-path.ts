import type { RouteObject } from 'react-router';

/**
 * Finds the route's spelling of a URL path whose letter case differs, such as `/cOnTaCt`. Parameters of the path stay
 * unchanged.
 * @returns Null if no route matches, or if the path is already written as in its route
 */
export function findCaseCorrectedPath(routes: readonly RouteObject[], pathname: string): string | null {
  const segments = pathname.split('/');
  for (const { path = '*' } of routes) {
    if (path === '*') continue;
    const pattern = path.split('/');
    if (pattern.length !== segments.length) continue;
    const isMatch = pattern.every(
      (part, i) => (part.startsWith(':') && segments[i]) || part.toLowerCase() === segments[i]?.toLowerCase(),
    );
    if (!isMatch) continue;
    const correctedPath = pattern.map((part, i) => (part.startsWith(':') ? segments[i] : part)).join('/');
    return correctedPath === pathname ? null : correctedPath;
  }
  return null;
}
