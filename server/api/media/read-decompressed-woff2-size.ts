/** Length of the header of a WOFF2 font, after which its table directory begins. */
const headerBytes = 48;
/**
 * The index of a table whose tag follows as four bytes, instead of one of the tags that the WOFF2 specification lists.
 */
const unknownTag = 63;
/** The indexes of the tables `glyf` and `loca`, whose transformation 0 is not the identity but 3 is. */
const transformedByDefault = [10, 11];

/**
 * Reads from the table directory how many bytes the tables of a WOFF2 font have after decompression. The total size in
 * the header is only a hint, which decoders do not check.
 * @returns Null if the directory is damaged.
 */
export function readDecompressedWoff2Size(font: Buffer): number | null {
  if (font.byteLength < headerBytes) return null;
  const tableCount = font.readUInt16BE(12);
  let total = 0;
  let offset = headerBytes;
  const readLength = (): number | null => {
    const length = readBase128(font, offset);
    offset = length?.end ?? offset;
    return length?.value ?? null;
  };
  for (let table = 0; table < tableCount; table++) {
    const flags = font[offset];
    if (flags === undefined) return null;
    const index = flags & 63;
    offset += index === unknownTag ? 5 : 1;
    const version = flags >> 6;
    const isTransformed = transformedByDefault.includes(index) ? version !== 3 : version !== 0;
    const originalLength = readLength();
    const transformedLength = isTransformed ? readLength() : 0;
    if (originalLength === null || transformedLength === null) return null;
    total += Math.max(originalLength, transformedLength);
  }
  return total;
}

/** Reads a number of the type UIntBase128: groups of seven bits, of which all but the last have the highest bit set. */
function readBase128(bytes: Buffer, start: number): { value: number; end: number } | null {
  let value = 0;
  for (let end = start; end < start + 5; ) {
    const byte = bytes[end++];
    if (byte === undefined) return null;
    value = value * 128 + (byte & 127);
    if (byte < 128) return { value, end };
  }
  return null;
}
