/** An address as a visitor sent it, in its normal form. */
export type PageAddress =
  | { kind: 'malformed' }
  /** The same page has another, proper address. */
  | { kind: 'moved'; location: string }
  | { kind: 'page'; pathname: string; query: string };

const longestPath = 1_000;
const longestQuery = 2_000;
const mostValues = 40;

/**
 * Splits and normalises path and query: one encoding for one path, no doubled and no trailing slash (those are moved).
 * `query` is as it came, without the question mark; `declaredQuery` reduces it.
 */
export function parseAddress(url: string): PageAddress {
  const mark = url.indexOf('?');
  const path = mark === -1 ? url : url.slice(0, mark);
  const query = mark === -1 ? '' : url.slice(mark + 1);
  if (!path.startsWith('/') || path.length > longestPath || query.length > longestQuery) return { kind: 'malformed' };

  const segments: string[] = [];
  for (const segment of path.slice(1).split('/')) {
    const decoded = decode(segment);
    if (decoded === null || decoded === '.' || decoded === '..') return { kind: 'malformed' };
    segments.push(encodeSegment(decoded));
  }
  const proper = segments.filter(Boolean);
  const pathname = `/${proper.join('/')}`;
  if (proper.length !== segments.length && path !== '/')
    return { kind: 'moved', location: query ? `${pathname}?${query}` : pathname };
  return { kind: 'page', pathname, query };
}

function decode(segment: string): string | null {
  if (!segment.includes('%')) return segment;
  try {
    const decoded = decodeURIComponent(segment);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
    return /[\x00-\x1f\x7f]/.test(decoded) ? null : decoded;
  } catch {
    return null;
  }
}

/** As browsers write paths: what may stand there unencoded does. */
const encodeSegment = (segment: string): string =>
  encodeURIComponent(segment).replace(/%(3A|40|24|26|2B|2C|3B|3D)/g, (code) => decodeURIComponent(code));

/**
 * The declared parameters of a query, in the declared order, without empty values and repetitions. Everything else,
 * such as what advertisers append, does not exist.
 * @returns null for a query with more values than any page can mean.
 */
export function declaredQuery(query: string, declared: readonly string[]): string | null {
  if (query === '' || declared.length === 0) return '';
  const given = new URLSearchParams(query);
  const kept: string[] = [];
  for (const name of new Set(declared)) {
    for (const value of new Set(given.getAll(name))) {
      if (value !== '') kept.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
    }
  }
  return kept.length > mostValues ? null : kept.join('&');
}
