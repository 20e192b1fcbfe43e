import type { EndpointNamePattern } from './endpoint.ts';

/** The path below which each site's own origin serves the calls of the API. */
export const apiBasePath = '/api';

interface PathInput {
  params?: object | undefined;
  query?: object | undefined;
}

/**
 * Builds the path and query of an API call, such as `/news/42?page=2` from `GET /news/{id}`. Empty query values are
 * left out, and the query is sorted, so that equal calls share a cache entry.
 */
export function buildApiPath(name: EndpointNamePattern, { params = {}, query = {} }: PathInput = {}): string {
  const values = new Map<string, unknown>(Object.entries(params));
  const path = name
    .slice(name.indexOf(' ') + 1)
    .replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(values.get(key))));
  const search = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`)
    .sort();
  return search.length > 0 ? `${path}?${search.join('&')}` : path;
}
