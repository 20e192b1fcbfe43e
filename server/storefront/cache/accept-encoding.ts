/** The forms in which a page is kept, the smallest first. */
export const encodings = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof encodings)[number];

/** Browsers send a handful of different headers; who invents more is parsed each time. */
const mostRemembered = 1_000;
const remembered = new Map<string, readonly Encoding[]>();

/**
 * The encodings that an Accept-Encoding header allows, the best first: by q-value, and the smaller form where these
 * are equal. Without the header, and where it refuses everything, the page goes out as it is.
 */
export function acceptedEncodings(header: string | undefined): readonly Encoding[] {
  if (!header) return plain;
  const known = remembered.get(header);
  if (known) return known;
  const accepted = parse(header);
  if (remembered.size < mostRemembered) remembered.set(header, accepted);
  return accepted;
}

const plain: readonly Encoding[] = ['identity'];

function parse(header: string): readonly Encoding[] {
  const qualities = new Map<string, number>();
  for (const part of header.split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    const quality = q === undefined ? 1 : Number(q.slice(2));
    qualities.set(name === 'x-gzip' ? 'gzip' : name, quality >= 0 && quality <= 1 ? quality : 0);
  }
  const others = qualities.get('*');
  // Identity is always allowed unless refused by name or star, but comes after whatever the client asked for.
  const qualityOf = (encoding: Encoding): number =>
    qualities.get(encoding) ?? others ?? (encoding === 'identity' ? 0.0001 : 0);
  const accepted = encodings.filter((encoding) => qualityOf(encoding) > 0);
  if (accepted.length === 0) return plain;
  return accepted.toSorted((a, b) => qualityOf(b) - qualityOf(a));
}
