export type ParsedRequestUrl =
  | { kind: 'malformed' }
  /** The path has empty segments or a trailing slash, so the request is redirected to the path without them. */
  | { kind: 'moved'; location: string }
  | { kind: 'page'; pathname: string; query: string };

const maxPathLength = 1_000;
const maxQueryLength = 2_000;
const maxQueryValues = 40;

/**
 * Splits a request URL into path and query and normalises the path: one percent-encoding, no empty segments, no
 * trailing slash. The query is returned unchanged without the question mark; `keepDeclaredQueryParameters` normalises
 * it.
 */
export function parseRequestUrl(url: string): ParsedRequestUrl {
  const mark = url.indexOf('?');
  const path = mark === -1 ? url : url.slice(0, mark);
  const query = mark === -1 ? '' : url.slice(mark + 1);
  if (!path.startsWith('/') || path.length > maxPathLength || query.length > maxQueryLength)
    return { kind: 'malformed' };

  const segments: string[] = [];
  for (const segment of path.slice(1).split('/')) {
    const decoded = decode(segment);
    if (decoded === null || decoded === '.' || decoded === '..') return { kind: 'malformed' };
    segments.push(encodeSegment(decoded));
  }
  const nonEmpty = segments.filter(Boolean);
  const pathname = `/${nonEmpty.join('/')}`;
  if (nonEmpty.length !== segments.length && path !== '/')
    return { kind: 'moved', location: query ? `${pathname}?${query}` : pathname };
  return { kind: 'page', pathname, query };
}

function decode(segment: string): string | null {
  if (!segment.includes('%')) return segment;
  try {
    const decoded = decodeURIComponent(segment);
    // Routes match line by line, so a path with a line separator would match none of them, not even that of the 404.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern rejects control characters
    return /[\x00-\x1f\x7f-\x9f\u2028\u2029]/.test(decoded) ? null : decoded;
  } catch {
    return null;
  }
}

/** Percent-encodes a path segment, except for the characters that browsers leave unencoded. */
const encodeSegment = (segment: string): string =>
  encodeURIComponent(segment).replace(/%(3A|40|24|26|2B|2C|3B|3D)/g, (code) => decodeURIComponent(code));

/**
 * Reduces a query to the declared parameters, in the declared order, without empty values and repetitions. Undeclared
 * parameters, such as those for tracking, are dropped.
 * @returns Null if more than `maxQueryValues` values remain.
 */
export function keepDeclaredQueryParameters(query: string, declared: readonly string[]): string | null {
  if (query === '' || declared.length === 0) return '';
  const parameters = new URLSearchParams(query);
  const kept: string[] = [];
  for (const name of new Set(declared)) {
    for (const value of new Set(parameters.getAll(name))) {
      if (value !== '') kept.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
    }
  }
  return kept.length > maxQueryValues ? null : kept.join('&');
}
