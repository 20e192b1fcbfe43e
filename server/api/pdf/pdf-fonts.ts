import { fileURLToPath } from 'node:url';

const fontFile = (name: string): string => fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));

/** DejaVu Sans Condensed: its four styles cover Latin, Greek, Cyrillic, arrows, mathematical signs and check boxes. */
export const pdfFonts = {
  regular: fontFile('DejaVuSansCondensed'),
  bold: fontFile('DejaVuSansCondensed-Bold'),
  italic: fontFile('DejaVuSansCondensed-Oblique'),
  boldItalic: fontFile('DejaVuSansCondensed-BoldOblique'),
} as const;

export function pdfFont({ isBold, isItalic }: { isBold: boolean; isItalic: boolean }): string {
  if (isBold) return isItalic ? pdfFonts.boldItalic : pdfFonts.bold;
  return isItalic ? pdfFonts.italic : pdfFonts.regular;
}

/** Composes characters, because the fonts place combining marks poorly, and drops control characters, which have no glyph. */
export const printableText = (text: string): string => text.normalize('NFC').replace(/[^\P{Cc}\n]/gu, '');
