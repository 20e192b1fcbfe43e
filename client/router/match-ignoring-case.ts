import type { RouteObject } from 'react-router';

/**
 * Finds the path that a visitor meant who wrote a fixed segment in another case, such as `/cOnTaCt`. Parameters stay as
 * they are.
 * @returns null if no route matches, or the path is already written as its route is.
 */
export function matchIgnoringCase(routes: readonly RouteObject[], pathname: string): string | null {
  const segments = pathname.split('/');
  for (const { path = '*' } of routes) {
    if (path === '*') continue;
    const pattern = path.split('/');
    if (pattern.length !== segments.length) continue;
    const isMatch = pattern.every(
      (part, i) => (part.startsWith(':') && segments[i]) || part.toLowerCase() === segments[i]?.toLowerCase(),
    );
    if (!isMatch) continue;
    const written = pattern.map((part, i) => (part.startsWith(':') ? segments[i] : part)).join('/');
    return written === pathname ? null : written;
  }
  return null;
}
