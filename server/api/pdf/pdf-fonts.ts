import { fileURLToPath } from 'node:url';

const fontFile = (name: string): string => fileURLToPath(new URL(`fonts/${name}.ttf`, import.meta.url));

/**
 * Font files of DejaVu Sans Condensed, whose four styles cover Latin, Greek, Cyrillic, arrows, mathematical signs and
 * check boxes.
 */
export const pdfFontFiles = {
  regular: fontFile('DejaVuSansCondensed'),
  bold: fontFile('DejaVuSansCondensed-Bold'),
  italic: fontFile('DejaVuSansCondensed-Oblique'),
  boldItalic: fontFile('DejaVuSansCondensed-BoldOblique'),
} as const;

export function selectPdfFontFile({ isBold, isItalic }: { isBold: boolean; isItalic: boolean }): string {
  if (isBold) return isItalic ? pdfFontFiles.boldItalic : pdfFontFiles.bold;
  return isItalic ? pdfFontFiles.italic : pdfFontFiles.regular;
}

/**
 * Prepares a text for a PDF: composes characters, because the fonts place combining marks poorly, and drops control
 * characters, for which fonts have no glyph.
 */
export const toPrintableText = (text: string): string => text.normalize('NFC').replace(/[^\P{Cc}\n]/gu, '');
