import type { EndpointNamePattern } from './endpoint.ts';

export const apiBasePath = '/api';

interface PathInput {
  params?: object | undefined;
  query?: object | undefined;
}

/**
 * Builds the path and query of an API call, such as `/news/42?page=2` from `GET /news/{id}`. Empty query values are
 * left out, and the query is sorted, so that equal calls share a cache entry.
 */
export function buildApiPath(name: EndpointNamePattern, { params, query }: PathInput = {}): string {
  const pattern = name.slice(name.indexOf(' ') + 1);
  const path = params ? fillPathPattern(pattern, params) : pattern;
  const search = query ? encodeSortedQuery(query) : '';
  return search ? `${path}?${search}` : path;
}

function fillPathPattern(pattern: string, params: object): string {
  const values = new Map<string, unknown>(Object.entries(params));
  return pattern.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(values.get(key))));
}

const encodeSortedQuery = (query: object): string =>
  Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`)
    .sort()
    .join('&');
