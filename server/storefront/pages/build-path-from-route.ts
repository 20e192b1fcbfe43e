/**
 * Builds the path of a request from its route and decoded parameters, so that all percent-encodings of a path share one
 * cache entry.
 */
export const buildPathFromRoute = (route: string, params: Readonly<Record<string, string>>): string =>
  route.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
