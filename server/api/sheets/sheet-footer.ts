import { interpolate } from '#shared/interpolate.ts';
import type { SheetTextWriter } from './sheet-text-writer.ts';
import { createSheetTexts } from './sheet-texts.ts';
import type { TechnicalSheet } from './technical-sheet.ts';

/** Height in points that the footer occupies above the bottom edge of a page. */
export const footerHeight = 84;

interface FooterOptions {
  /** The left and right edges of the footer in points. Pages are counted from 0. */
  edges(page: number): { left: number; right: number };
  line: string;
}

/**
 * Writes the health warning, the estate's contact details and, if there are several pages, the page number at the
 * bottom of every page.
 */
export function writeSheetFooters(
  canvas: SheetTextWriter,
  sheet: TechnicalSheet,
  { edges, line }: FooterOptions,
): void {
  const { document } = canvas;
  const { count } = document.bufferedPageRange();
  const texts = createSheetTexts(sheet.lang);
  const { name, contact, website } = sheet.estate;
  const small = { role: 'regular', size: 7.5, colour: sheet.colours.ink, lineGap: 1.5 } as const;
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(page);
    const { left, right } = edges(page);
    const box = { x: left, width: right - left };
    let y = document.page.height - footerHeight + 12;
    document.moveTo(left, y).lineTo(right, y).lineWidth(0.5).strokeColor(line).stroke();
    y += 8;
    if (sheet.healthWarning)
      y = canvas.write({ ...small, role: 'bold', size: 8.5 }, sheet.healthWarning, { ...box, y });
    y = canvas.write(small, interpolate('{name} · {contact}', { name, contact }), { ...box, y: y + 2 });
    canvas.write(small, website, { ...box, y });
    if (count > 1)
      canvas.write(small, texts.sheet('page', { page: page + 1, pages: count }), { ...box, y, align: 'right' });
  }
}
