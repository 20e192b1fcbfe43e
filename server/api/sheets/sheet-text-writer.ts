import { normalisePdfText, pdfFontFiles } from '#server/api/pdf/pdf-document.ts';
import type { EmbeddableFont } from '#server/api/pdf/prepare-font-for-embedding.ts';
import type { SheetFontRole } from './technical-sheet.ts';

export interface SheetTextStyle {
  role: SheetFontRole;
  /** Font size in points. */
  size: number;
  colour: string;
  /** Additional space between lines, in points. */
  lineGap?: number;
  /** Additional space between characters, in points. */
  characterSpacing?: number;
}

interface SheetTextBox {
  x: number;
  y: number;
  width: number;
  align?: 'left' | 'center' | 'right';
}

export type SheetFonts = Record<SheetFontRole, EmbeddableFont | null>;

/** The fonts for texts that the estate's font cannot show, and for roles without a font of the estate. */
const fallbackFonts: Record<SheetFontRole, string> = {
  title: pdfFontFiles.bold,
  regular: pdfFontFiles.regular,
  bold: pdfFontFiles.bold,
  italic: pdfFontFiles.italic,
};

/**
 * Number of characters after which a word is broken, because a word must fit on a page, and measuring a long one takes
 * seconds.
 */
const maxWordLength = 60;
const longWord = new RegExp(`\\S{${maxWordLength}}(?=\\S)`, 'gu');
const breakLongWords = (text: string): string => text.replace(longWord, '$& ');

/** Writes text on the pages of a PDF in the estate's fonts. */
export class SheetTextWriter {
  readonly document: PDFKit.PDFDocument;
  readonly #fonts: SheetFonts;

  constructor(document: PDFKit.PDFDocument, fonts: SheetFonts) {
    this.document = document;
    this.#fonts = fonts;
    for (const [role, font] of Object.entries(fonts)) if (font) document.registerFont(role, font.bytes);
  }

  /** Writes a text and returns the position below its last line. */
  write(style: SheetTextStyle, text: string, { x, y, width, align = 'left' }: SheetTextBox): number {
    const printable = this.#select(style, text);
    this.document.fillColor(style.colour).text(printable, x, y, { ...optionsOf(style, width), align });
    return this.document.y;
  }

  measure(style: SheetTextStyle, text: string, width: number): number {
    const printable = this.#select(style, text);
    return this.document.heightOfString(printable, optionsOf(style, width));
  }

  /** Splits a text after the last word that fits into a height. The first part is empty if not even one line fits. */
  split(style: SheetTextStyle, text: string, { width, height }: { width: number; height: number }): [string, string] {
    const words = breakLongWords(text).split(' ');
    let [fitting, tooMany] = [0, words.length + 1];
    while (tooMany - fitting > 1) {
      const count = Math.floor((fitting + tooMany) / 2);
      if (this.measure(style, words.slice(0, count).join(' '), width) <= height) fitting = count;
      else tooMany = count;
    }
    return [words.slice(0, fitting).join(' '), words.slice(fitting).join(' ')];
  }

  /** Sets font and size, and returns the printable text. The fallback font is used if the font lacks a character. */
  #select({ role, size }: SheetTextStyle, text: string): string {
    // Few fonts have the narrow no-break space of French typography.
    const printable = breakLongWords(normalisePdfText(text)).replaceAll('\u202f', '\u00a0');
    const isSupported = this.#fonts[role]?.supports(printable) ?? false;
    this.document.font(isSupported ? role : fallbackFonts[role]).fontSize(size);
    return printable;
  }
}

const optionsOf = ({ lineGap = 0, characterSpacing = 0 }: SheetTextStyle, width: number) => ({
  width,
  lineGap,
  characterSpacing,
});
