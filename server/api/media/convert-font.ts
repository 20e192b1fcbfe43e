import { create } from 'fontkit';
import compressWoff2 from 'wawoff2/compress.js';
import decompressWoff2 from 'wawoff2/decompress.js';
import { readDecompressedWoff2Size } from './read-decompressed-woff2-size.ts';

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

/** Checks that neither the tables nor the output, for which the decoder reserves memory, are larger than the limit. */
function isSmallEnough(woff2: Buffer): boolean {
  const size = readDecompressedWoff2Size(woff2);
  if (size === null || size > maxDecompressedBytes) return false;
  return woff2.readUInt32BE(totalSizeOffset) <= maxDecompressedBytes;
}

/** Offset of the field `totalSfntSize` in the header of WOFF2. */
const totalSizeOffset = 16;

const letterCodePoint = 'e'.charCodeAt(0);
