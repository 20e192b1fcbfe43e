import type { PrintedImage } from '#server/api/media/convert-image.ts';
import { interpolate } from '#shared/interpolate.ts';
import { ensureContrast, mixColours, selectTextColour } from '#shared/site/colours.ts';
import { SheetColumnWriter } from './sheet-column-writer.ts';
import type { SheetTextStyle, SheetTextWriter } from './sheet-text-writer.ts';
import { createSheetTexts } from './sheet-texts.ts';
import type { TechnicalSheet } from './technical-sheet.ts';

/**
 * The images of a sheet, flattened on the colours behind them. Null for an image that the sheet does not have, that its
 * layout does not show, or whose file cannot be used.
 */
export interface SheetLayoutImages {
  logo: PrintedImage | null;
  lightLogo: PrintedImage | null;
  picture: PrintedImage | null;
}

/** Height in points that the footer occupies above the bottom edge of a page. */
const footerHeight = 84;

interface FooterOptions {
  /** The left and right edges of the footer in points. Pages are counted from 0. */
  edges(page: number): { left: number; right: number };
  line: string;
}

/**
 * Writes the health warning, the estate's contact details and, if there are several pages, the page number at the
 * bottom of every page.
 */
function writeSheetFooters(canvas: SheetTextWriter, sheet: TechnicalSheet, { edges, line }: FooterOptions): void {
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

const classicMargin = 48;
const columnGap = 30;
const pictureColumnWidth = 164;
const pictureHeight = 330;

const createClassicStyles = ({ colours }: TechnicalSheet) => {
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
  const styles = createClassicStyles(sheet);
  const line = mixColours('#ffffff', sheet.colours.ink, 0.25);
  const [right, bottom] = [document.page.width - classicMargin, document.page.height - footerHeight];
  const top = drawTitle(canvas, sheet, images);
  const hasPicture = images.picture !== null;
  if (hasPicture) drawPicture(canvas, sheet, images, top);
  const x = hasPicture ? classicMargin + pictureColumnWidth + columnGap : classicMargin;
  const addPage = () => {
    document.addPage();
    const y = canvas.write(styles.eyebrow, sheet.documentTitle, {
      x: classicMargin,
      y: classicMargin,
      width: right - classicMargin,
    });
    return { x: classicMargin, width: right - classicMargin, y: y + 14, bottom };
  };
  const column = new SheetColumnWriter(canvas, { ...styles, line }, { x, width: right - x, y: top, bottom }, addPage);
  if (!hasPicture) column.writeSection({ heading: sheet.heading, entries: sheet.figures });
  for (const section of sheet.sections) column.writeSection(section);
  if (sheet.description) column.writeParagraphsThatFit(sheet.description.heading, sheet.description.paragraphs);
  writeSheetFooters(canvas, sheet, { line, edges: () => ({ left: classicMargin, right }) });
}

/** @returns The vertical position below the title, in points. */
function drawTitle(canvas: SheetTextWriter, sheet: TechnicalSheet, { logo }: SheetLayoutImages): number {
  const { document } = canvas;
  const styles = createClassicStyles(sheet);
  const width = document.page.width - 2 * classicMargin;
  const box = { x: classicMargin, width };
  if (logo) document.image(logo.bytes, classicMargin, 38, { fit: [200, 36] });
  else canvas.write({ ...styles.name, size: 18 }, sheet.estate.name, { ...box, y: 40 });
  canvas.write(styles.eyebrow, sheet.heading.toUpperCase(), { ...box, y: 52, align: 'right' });
  document.rect(classicMargin, 88, width, 0.5).fill(mixColours('#ffffff', sheet.colours.ink, 0.25));
  document.rect(classicMargin, 87, 56, 2).fill(sheet.colours.accent);
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
  const { label, text } = createClassicStyles(sheet);
  const width = pictureColumnWidth;
  document.rect(classicMargin, top, width, pictureHeight).fill(sheet.colours.ground);
  if (picture)
    document.image(picture.bytes, classicMargin + 14, top + 14, {
      fit: [width - 28, pictureHeight - 28],
      align: 'center',
      valign: 'center',
    });
  let y = top + pictureHeight + 14;
  for (const figure of sheet.figures) {
    y = canvas.write(label, figure.label, { x: classicMargin, y, width });
    y = canvas.write(text, figure.text, { x: classicMargin, y, width }) + 5;
  }
}

const modernMargin = 44;
const bandWidth = 200;
const bandPadding = 26;
const picturePanel = { top: 132, height: 372 };

const createModernStyles = ({ colours }: TechnicalSheet) => {
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
  const styles = createModernStyles(sheet);
  const line = mixColours('#ffffff', sheet.colours.ink, 0.25);
  const left = bandWidth + 34;
  const [right, bottom] = [document.page.width - modernMargin, document.page.height - footerHeight];
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
    const top = canvas.write(styles.eyebrow, sheet.documentTitle, {
      x: modernMargin,
      y: modernMargin,
      width: right - modernMargin,
    });
    return { x: modernMargin, width: right - modernMargin, y: top + 14, bottom };
  };
  const column = new SheetColumnWriter(canvas, { ...styles, line }, { ...box, y: y + 22, bottom }, addPage);
  for (const section of sheet.sections) column.writeSection(section);
  if (sheet.description) column.writeParagraphsThatFit(sheet.description.heading, sheet.description.paragraphs);
  writeSheetFooters(canvas, sheet, { line, edges: (page) => ({ left: page === 0 ? left : modernMargin, right }) });
}

function drawBand(canvas: SheetTextWriter, sheet: TechnicalSheet, { lightLogo, picture }: SheetLayoutImages): void {
  const { document } = canvas;
  const { estate, bandLabel, bandText } = createModernStyles(sheet);
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
