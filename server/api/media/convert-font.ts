import { create } from 'fontkit';
import compressWoff2 from 'wawoff2/compress.js';
import decompressWoff2 from 'wawoff2/decompress.js';

/** Maximum size in bytes of a font after decompression. Large Asian fonts have about 20 MB. */
const maxDecompressedBytes = 30_000_000;

/** The signatures of TrueType and OpenType. A font of another format could have compressed tables of any size. */
const sfntSignatures = ['\x00\x01\x00\x00', 'true', 'OTTO'];

/**
 * Converts a TrueType or OpenType font to WOFF2, the format in which the site sends fonts. A WOFF2 font is returned
 * unchanged.
 * @returns Null if the bytes are not a readable font with letters.
 */
export async function convertToWebFont(file: Uint8Array): Promise<Uint8Array | null> {
  const bytes = Buffer.from(file);
  const isWoff2 = readSignature(bytes) === 'wOF2';
  if (isWoff2 && !isSmallEnough(bytes)) return null;
  try {
    const sfnt = isWoff2 ? Buffer.from(await decompressWoff2(bytes)) : bytes;
    if (!sfntSignatures.includes(readSignature(sfnt))) return null;
    const font = create(sfnt);
    // A collection of fonts has no `hasGlyphForCodePoint` and is rejected.
    if (!('hasGlyphForCodePoint' in font) || !font.hasGlyphForCodePoint(letterCodePoint)) return null;
    return isWoff2 ? file : await compressWoff2(sfnt);
  } catch {
    // The libraries throw errors of many kinds for unreadable bytes.
    return null;
  }
}

const readSignature = (bytes: Buffer): string => bytes.toString('latin1', 0, 4);

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

/** Checks that neither the tables nor the output, for which the decoder reserves memory, are larger than the limit. */
function isSmallEnough(woff2: Buffer): boolean {
  const size = readDecompressedWoff2Size(woff2);
  if (size === null || size > maxDecompressedBytes) return false;
  return woff2.readUInt32BE(totalSizeOffset) <= maxDecompressedBytes;
}

/** Offset of the field `totalSfntSize` in the header of WOFF2. */
const totalSizeOffset = 16;

const letterCodePoint = 'e'.charCodeAt(0);
