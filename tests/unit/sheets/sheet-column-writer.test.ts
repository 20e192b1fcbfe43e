import PDFDocument from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { pdfFontFiles } from '#server/api/pdf/pdf-document.ts';
import { SheetColumnWriter } from '#server/api/sheets/sheet-column-writer.ts';
import { SheetTextWriter } from '#server/api/sheets/sheet-text-writer.ts';

const style = { role: 'regular', size: 10, colour: '#000000' } as const;
const fonts = { title: null, regular: null, bold: null, italic: null };

/** Writes one entry into pages of the given height and returns the number of pages. */
function countPages(text: string, height: number): number {
  const document = new PDFDocument({ size: [200, 200], font: pdfFontFiles.regular, margin: 0, bufferPages: true });
  const area = { x: 0, y: 0, width: 200, bottom: height };
  let pages = 1;
  const column = new SheetColumnWriter(
    new SheetTextWriter(document, fonts),
    { heading: style, label: style, text: style, line: '#000000' },
    area,
    () => {
      pages += 1;
      if (pages > 100) throw new Error('the column adds pages without end');
      document.addPage();
      return { ...area };
    },
  );
  column.writeSection({ heading: 'Notes', entries: [{ label: '', text }] });
  return pages;
}

describe('SheetColumnWriter', () => {
  it('breaks a word that is longer than a page', () => {
    const pages = countPages('a'.repeat(3_000), 190);
    expect(pages).toBeGreaterThan(2);
    expect(pages).toBeLessThan(12);
  });

  it('ends on pages without space for a line', () => expect(countPages('Merlot', 5)).toBeLessThan(5));
});
