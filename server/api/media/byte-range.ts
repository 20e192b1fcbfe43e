/** The first and last byte that a request wants of a file, both included. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * The one range that a `Range` header asks of a file with `size` bytes. null: none, or a form that need not be
 * understood (several ranges, another unit), so that the whole file is the answer; `unsatisfiable`: beyond its end.
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (!match) return null;
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return null;
  if (from === '') {
    const count = Math.min(Number(to), size);
    return count === 0 ? 'unsatisfiable' : { first: size - count, last: size - 1 };
  }
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < first) return null;
  return first >= size ? 'unsatisfiable' : { first, last };
}
