/**
 * Normalises a media URL, so that all its spellings share one cache key: one percent-encoding, sorted parameters, and
 * for files only the version, because the API ignores all other parameters of files.
 */
export function normaliseMediaUrl(url: string): string {
  const mark = url.indexOf('?');
  const path = normalisePath(mark < 0 ? url : url.slice(0, mark));
  if (mark < 0) return path;
  const parameters = new URLSearchParams(url.slice(mark + 1));
  parameters.sort();
  if (path.startsWith('/file/')) for (const name of [...parameters.keys()]) if (name !== 'v') parameters.delete(name);
  return parameters.size > 0 ? `${path}?${parameters}` : path;
}

function normalisePath(path: string): string {
  try {
    return path
      .split('/')
      .map((segment) => encodeURIComponent(decodeURIComponent(segment)))
      .join('/');
  } catch {
    // A path that cannot be decoded stays unchanged, and the API refuses it.
    return path;
  }
}
