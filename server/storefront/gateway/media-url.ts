/**
 * Gives all spellings of a media URL one form, which is its cache key: one encoding, sorted parameters, and for files,
 * whose API ignores other parameters, only the version.
 */
export function normalizeMediaUrl(url: string): string {
  const mark = url.indexOf('?');
  const path = normalizePath(mark < 0 ? url : url.slice(0, mark));
  if (mark < 0) return path;
  const parameters = new URLSearchParams(url.slice(mark + 1));
  parameters.sort();
  if (path.startsWith('/file/')) for (const name of [...parameters.keys()]) if (name !== 'v') parameters.delete(name);
  return parameters.size > 0 ? `${path}?${parameters}` : path;
}

function normalizePath(path: string): string {
  try {
    return path
      .split('/')
      .map((segment) => encodeURIComponent(decodeURIComponent(segment)))
      .join('/');
  } catch {
    // The API refuses a path that cannot be decoded.
    return path;
  }
}
