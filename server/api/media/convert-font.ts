import { create } from 'fontkit';
import compressWoff2 from 'wawoff2/compress.js';
import decompressWoff2 from 'wawoff2/decompress.js';

/** Maximum size in bytes of a font after decompression. Large Asian fonts have about 20 MB. */
const maxDecompressedBytes = 30_000_000;

/** Offset of the field `totalSfntSize` in the header of WOFF2. */
const decompressedSizeOffset = 16;

/**
 * Converts a TrueType or OpenType font to WOFF2, the format in which the site sends fonts. A WOFF2 font stays as it is.
 * @returns null if the bytes are not a readable font with letters
 */
export async function convertToWebFont(file: Uint8Array): Promise<Uint8Array | null> {
  const bytes = Buffer.from(file);
  const isWoff2 = bytes.subarray(0, 4).toString('latin1') === 'wOF2';
  if (isWoff2 && bytes.byteLength < decompressedSizeOffset + 4) return null;
  if (isWoff2 && bytes.readUInt32BE(decompressedSizeOffset) > maxDecompressedBytes) return null;
  try {
    const sfnt = isWoff2 ? Buffer.from(await decompressWoff2(bytes)) : bytes;
    const font = create(sfnt);
    // Collections of several fonts have no characters of their own.
    if (!('hasGlyphForCodePoint' in font) || !font.hasGlyphForCodePoint(letterCodePoint)) return null;
    return isWoff2 ? file : await compressWoff2(sfnt);
  } catch {
    // The libraries report unreadable bytes by errors of many kinds.
    return null;
  }
}

const letterCodePoint = 'e'.charCodeAt(0);
