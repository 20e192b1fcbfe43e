import { ensureContrast, mixColours, selectTextColour } from '#shared/site/colours.ts';
import { SheetColumnWriter } from './sheet-column-writer.ts';
import { footerHeight, writeSheetFooters } from './sheet-footer.ts';
import type { SheetLayoutImages } from './sheet-layout.ts';
import type { SheetTextStyle, SheetTextWriter } from './sheet-text-writer.ts';
import type { TechnicalSheet } from './technical-sheet.ts';

const margin = 44;
const bandWidth = 200;
const bandPadding = 26;
const picturePanel = { top: 132, height: 372 };

const stylesOf = ({ colours }: TechnicalSheet) => {
  const primary = ensureContrast('#ffffff', colours.primary);
  const onBand = selectTextColour(colours.primary);
  return {
    estate: { role: 'title', size: 20, colour: onBand },
    bandLabel: { role: 'bold', size: 8, colour: onBand, lineGap: 1 },
    bandText: { role: 'regular', size: 10, colour: onBand, lineGap: 2 },
    eyebrow: { role: 'bold', size: 8, colour: ensureContrast('#ffffff', colours.accent), characterSpacing: 1 },
    name: { role: 'title', size: 34, colour: colours.ink },
    vintage: { role: 'title', size: 22, colour: primary },
    summary: { role: 'italic', size: 12, colour: mixColours(colours.ink, '#ffffff', 0.2), lineGap: 3 },
    heading: { role: 'bold', size: 10, colour: primary },
    label: { role: 'bold', size: 8.75, colour: colours.ink, lineGap: 2 },
    text: { role: 'regular', size: 9.5, colour: colours.ink, lineGap: 2.5 },
  } as const satisfies Record<string, SheetTextStyle>;
};

/**
 * Draws a sheet with a colour band on the left, which contains the logo, the bottle and the labelled values of the
 * wine.
 */
export function drawModernSheet(canvas: SheetTextWriter, sheet: TechnicalSheet, images: SheetLayoutImages): void {
  const { document } = canvas;
  const styles = stylesOf(sheet);
  const line = mixColours('#ffffff', sheet.colours.ink, 0.25);
  const left = bandWidth + 34;
  const [right, bottom] = [document.page.width - margin, document.page.height - footerHeight];
  drawBand(canvas, sheet, images);
  const box = { x: left, width: right - left };
  let y = canvas.write(styles.eyebrow, sheet.heading.toUpperCase(), { ...box, y: 52 }) + 10;
  y = canvas.write(styles.name, sheet.name, { ...box, y });
  if (sheet.vintage) y = canvas.write(styles.vintage, sheet.vintage, { ...box, y });
  y = canvas.write({ ...styles.label, size: 10 }, sheet.origin, { ...box, y: y + 4 });
  if (sheet.summary) y = canvas.write(styles.summary, sheet.summary, { ...box, y: y + 10 });
  const addPage = () => {
    document.addPage();
    document.rect(0, 0, 14, document.page.height).fill(sheet.colours.primary);
    const top = canvas.write(styles.eyebrow, sheet.documentTitle, { x: margin, y: margin, width: right - margin });
    return { x: margin, width: right - margin, y: top + 14, bottom };
  };
  const column = new SheetColumnWriter(canvas, { ...styles, line }, { ...box, y: y + 22, bottom }, addPage);
  for (const section of sheet.sections) column.writeSection(section);
  if (sheet.description) column.writeParagraphsThatFit(sheet.description.heading, sheet.description.paragraphs);
  writeSheetFooters(canvas, sheet, { line, edges: (page) => ({ left: page === 0 ? left : margin, right }) });
}

function drawBand(canvas: SheetTextWriter, sheet: TechnicalSheet, { lightLogo, picture }: SheetLayoutImages): void {
  const { document } = canvas;
  const { estate, bandLabel, bandText } = stylesOf(sheet);
  const width = bandWidth - 2 * bandPadding;
  document.rect(0, 0, bandWidth, document.page.height).fill(sheet.colours.primary);
  if (lightLogo) document.image(lightLogo.bytes, bandPadding, 44, { fit: [width, 56] });
  else canvas.write(estate, sheet.estate.name, { x: bandPadding, y: 46, width });
  let y = picturePanel.top;
  if (picture) {
    const { top, height } = picturePanel;
    document.rect(bandPadding, top, width, height).fill(sheet.colours.ground);
    const fit: [number, number] = [width - 24, height - 32];
    document.image(picture.bytes, bandPadding + 12, top + 16, { fit, align: 'center', valign: 'center' });
    y = top + height + 26;
  }
  for (const figure of sheet.figures) {
    y = canvas.write(bandLabel, figure.label, { x: bandPadding, y, width });
    y = canvas.write(bandText, figure.text, { x: bandPadding, y, width }) + 8;
  }
}
