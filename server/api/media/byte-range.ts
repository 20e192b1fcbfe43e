/** The first and last byte of a range request, both inclusive. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * Parses the `Range` header of a request for a file of `size` bytes.
 * @returns Null if the whole file must be sent: the header is absent or malformed, lists several ranges or uses another
 * unit, all of which RFC 9110 lets a server ignore. `unsatisfiable` if the range contains no byte of the file.
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
