import { create, type Font } from 'fontkit';
import decompressWoff2 from 'wawoff2/decompress.js';

/** A TrueType or OpenType font that may be embedded in a PDF. */
export interface EmbeddableFont {
  bytes: Buffer;
  /** Returns true if the font has a glyph for every character of the text. */
  supports(text: string): boolean;
}

const woff2Signature = 'wOF2';

/**
 * Prepares a font file for embedding. WOFF2 is converted to TrueType or OpenType, because PDFKit fails on composite
 * glyphs of WOFF2 fonts.
 * @returns Null if the embedding permissions of the font (field `fsType` of its table OS/2) forbid embedding a subset.
 * @throws Error if the bytes are not a font.
 */
export async function prepareFontForEmbedding(file: Buffer): Promise<EmbeddableFont | null> {
  const isWoff2 = file.subarray(0, 4).toString('latin1') === woff2Signature;
  const bytes = isWoff2 ? Buffer.from(await decompressWoff2(file)) : file;
  const font = create(bytes) as Font;
  const { noEmbedding = false, noSubsetting = false, bitmapOnly = false } = font['OS/2']?.fsType ?? {};
  if (noEmbedding || noSubsetting || bitmapOnly) return null;
  return {
    bytes,
    supports: (text) =>
      [...text].every((character) => {
        const codePoint = character.codePointAt(0) ?? 0;
        return character === '\n' || font.hasGlyphForCodePoint(codePoint);
      }),
  };
}
