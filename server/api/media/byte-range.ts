/** The first and last byte of a range, both inclusive. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * Parses the `Range` header of a request for a file with `size` bytes.
 * @returns null if the whole file is to be sent: there is no header, or it has several ranges or another unit, which
 * RFC 9110 allows a server to ignore. `unsatisfiable` if the range is beyond the end.
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
