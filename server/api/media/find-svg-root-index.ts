const skipped: readonly (readonly [start: string, end: string])[] = [
  ['<?', '?>'],
  ['<!--', '-->'],
];

/**
 * Finds the root element of an SVG document, after a byte order mark, the XML declaration, comments and the doctype.
 * @returns The index of `<svg`; null if the first element of the document is another one or something precedes it.
 */
export function findSvgRootIndex(text: string): number | null {
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  for (;;) {
    while (/\s/.test(text.charAt(at))) at++;
    const end = findEndOfProlog(text, at);
    if (end === null) return /^<svg[\s>]/.test(text.slice(at, at + 5)) ? at : null;
    at = end;
  }
}

/** Returns the index after the declaration, comment or doctype that begins at `at`; null if none begins there. */
function findEndOfProlog(text: string, at: number): number | null {
  for (const [start, end] of skipped) if (text.startsWith(start, at)) return indexAfter(text, end, at + start.length);
  if (!/^<!doctype$/i.test(text.slice(at, at + 9))) return null;
  const subset = text.indexOf('[', at);
  const close = text.indexOf('>', at);
  if (close < 0) return text.length;
  return subset < 0 || subset > close ? close + 1 : indexAfter(text, '>', indexAfter(text, ']', subset));
}

function indexAfter(text: string, searched: string, from: number): number {
  const found = text.indexOf(searched, from);
  return found < 0 ? text.length : found + searched.length;
}
