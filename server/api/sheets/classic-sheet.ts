import { ensureContrast, mixColours } from '#shared/site/colours.ts';
import { SheetColumnWriter } from './sheet-column-writer.ts';
import { footerHeight, writeSheetFooters } from './sheet-footer.ts';
import type { SheetLayoutImages } from './sheet-layout.ts';
import type { SheetTextStyle, SheetTextWriter } from './sheet-text-writer.ts';
import type { TechnicalSheet } from './technical-sheet.ts';

const margin = 48;
const columnGap = 30;
const pictureColumnWidth = 164;
const pictureHeight = 330;

const stylesOf = ({ colours }: TechnicalSheet) => {
  const primary = ensureContrast('#ffffff', colours.primary);
  const soft = mixColours(colours.ink, '#ffffff', 0.2);
  return {
    eyebrow: { role: 'bold', size: 8, colour: primary, characterSpacing: 0.8 },
    name: { role: 'title', size: 32, colour: primary },
    vintage: { role: 'regular', size: 15, colour: colours.ink, characterSpacing: 1 },
    summary: { role: 'italic', size: 11.5, colour: soft, lineGap: 3 },
    heading: { role: 'bold', size: 10, colour: primary },
    label: { role: 'bold', size: 8.5, colour: colours.ink, lineGap: 2 },
    text: { role: 'regular', size: 9.25, colour: colours.ink, lineGap: 2.5 },
  } as const satisfies Record<string, SheetTextStyle>;
};

/**
 * Draws a sheet on white paper: the name across the page, the bottle on the left, the descriptions on the right, or
 * across the page if there is no picture.
 */
export function drawClassicSheet(canvas: SheetTextWriter, sheet: TechnicalSheet, images: SheetLayoutImages): void {
  const { document } = canvas;
  const styles = stylesOf(sheet);
  const line = mixColours('#ffffff', sheet.colours.ink, 0.25);
  const [right, bottom] = [document.page.width - margin, document.page.height - footerHeight];
  const top = drawTitle(canvas, sheet, images);
  const hasPicture = images.picture !== null;
  if (hasPicture) drawPicture(canvas, sheet, images, top);
  const x = hasPicture ? margin + pictureColumnWidth + columnGap : margin;
  const addPage = () => {
    document.addPage();
    const y = canvas.write(styles.eyebrow, sheet.documentTitle, { x: margin, y: margin, width: right - margin });
    return { x: margin, width: right - margin, y: y + 14, bottom };
  };
  const column = new SheetColumnWriter(canvas, { ...styles, line }, { x, width: right - x, y: top, bottom }, addPage);
  if (!hasPicture) column.writeSection({ heading: sheet.heading, entries: sheet.figures });
  for (const section of sheet.sections) column.writeSection(section);
  if (sheet.description) column.writeParagraphsThatFit(sheet.description.heading, sheet.description.paragraphs);
  writeSheetFooters(canvas, sheet, { line, edges: () => ({ left: margin, right }) });
}

/** @returns The vertical position below the title, in points. */
function drawTitle(canvas: SheetTextWriter, sheet: TechnicalSheet, { logo }: SheetLayoutImages): number {
  const { document } = canvas;
  const styles = stylesOf(sheet);
  const width = document.page.width - 2 * margin;
  const box = { x: margin, width };
  if (logo) document.image(logo.bytes, margin, 38, { fit: [200, 36] });
  else canvas.write({ ...styles.name, size: 18 }, sheet.estate.name, { ...box, y: 40 });
  canvas.write(styles.eyebrow, sheet.heading.toUpperCase(), { ...box, y: 52, align: 'right' });
  document.rect(margin, 88, width, 0.5).fill(mixColours('#ffffff', sheet.colours.ink, 0.25));
  document.rect(margin, 87, 56, 2).fill(sheet.colours.accent);
  let y = canvas.write(styles.eyebrow, sheet.origin.toUpperCase(), { ...box, y: 106 }) + 4;
  y = canvas.write(styles.name, sheet.name, { ...box, y });
  if (sheet.vintage) y = canvas.write(styles.vintage, sheet.vintage, { ...box, y: y + 1 });
  if (sheet.summary) y = canvas.write(styles.summary, sheet.summary, { ...box, y: y + 8, width: width * 0.8 });
  return y + 22;
}

function drawPicture(
  canvas: SheetTextWriter,
  sheet: TechnicalSheet,
  { picture }: SheetLayoutImages,
  top: number,
): void {
  const { document } = canvas;
  const { label, text } = stylesOf(sheet);
  const width = pictureColumnWidth;
  document.rect(margin, top, width, pictureHeight).fill(sheet.colours.ground);
  if (picture)
    document.image(picture.bytes, margin + 14, top + 14, {
      fit: [width - 28, pictureHeight - 28],
      align: 'center',
      valign: 'center',
    });
  let y = top + pictureHeight + 14;
  for (const figure of sheet.figures) {
    y = canvas.write(label, figure.label, { x: margin, y, width });
    y = canvas.write(text, figure.text, { x: margin, y, width }) + 5;
  }
}
