/** The content encodings in which a page is stored, the smallest first. */
const contentEncodings = ['br', 'gzip', 'identity'] as const;
export type ContentEncoding = (typeof contentEncodings)[number];

/** Maximum number of different Accept-Encoding headers whose parsed form is cached. Browsers send only a few. */
const maxParsedHeaders = 1_000;
/**
 * Maximum length of a header in characters. A longer header is truncated and not cached, so that forged headers occupy
 * neither memory nor time.
 */
const maxHeaderLength = 256;
const parsedHeaders = new Map<string, readonly ContentEncoding[]>();

/**
 * Parses an Accept-Encoding header.
 * @returns The encodings that it allows, ordered by q-value and then by size. Without the header, or if it refuses
 * every encoding, only `identity` (uncompressed).
 */
export function parseAcceptEncoding(header: string | undefined): readonly ContentEncoding[] {
  if (!header) return identityOnly;
  const cached = parsedHeaders.get(header);
  if (cached) return cached;
  if (header.length > maxHeaderLength) return parse(header.slice(0, maxHeaderLength));
  const accepted = parse(header);
  if (parsedHeaders.size < maxParsedHeaders) parsedHeaders.set(header, accepted);
  return accepted;
}

const identityOnly: readonly ContentEncoding[] = ['identity'];

function parse(header: string): readonly ContentEncoding[] {
  const qualities = new Map<string, number>();
  for (const part of header.split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    const quality = q === undefined ? 1 : Number(q.slice(2));
    qualities.set(name === 'x-gzip' ? 'gzip' : name, quality >= 0 && quality <= 1 ? quality : 0);
  }
  const others = qualities.get('*');
  // `identity` is allowed unless the header refuses it by name or by `*`. If the header contains neither, `identity`
  // ranks below all encodings that it names.
  const qualityOf = (encoding: ContentEncoding): number =>
    qualities.get(encoding) ?? others ?? (encoding === 'identity' ? 0.0001 : 0);
  const accepted = contentEncodings.filter((encoding) => qualityOf(encoding) > 0);
  if (accepted.length === 0) return identityOnly;
  return accepted.toSorted((a, b) => qualityOf(b) - qualityOf(a));
}
