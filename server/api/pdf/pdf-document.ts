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

/**
 * Prepares a text for a PDF: composes characters, because the fonts place combining marks poorly, and drops control
 * characters, for which fonts have no glyph.
 */
export const normalisePdfText = (text: string): string => text.normalize('NFC').replace(/[^\P{Cc}\n]/gu, '');

/**
 * Runs `draw`, ends the PDF document and returns its bytes.
 * @throws the error of the document's stream
 */
export async function collectPdf(document: PDFKit.PDFDocument, draw: () => void): Promise<Buffer> {
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<void>((resolve, reject) => document.on('end', resolve).on('error', reject));
  draw();
  document.end();
  await done;
  return Buffer.concat(chunks);
}
