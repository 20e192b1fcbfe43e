import type { SheetTextStyle, SheetTextWriter } from './sheet-text-writer.ts';
import type { LabelledSection, LabelledText } from './technical-sheet.ts';

/** The part of a page that a column fills, in points from the top left corner. */
interface SheetArea {
  x: number;
  y: number;
  width: number;
  bottom: number;
}

interface ColumnStyles {
  heading: SheetTextStyle;
  label: SheetTextStyle;
  text: SheetTextStyle;
  /** Colour of the line below a heading. */
  line: string;
}

const labelShare = 0.32;
const gaps = { heading: 5, entry: 3.5, section: 11, label: 10 };

/** Writes sections from top to bottom, and continues on a new page when its area is full. */
export class SheetColumnWriter {
  readonly #canvas: SheetTextWriter;
  readonly #styles: ColumnStyles;
  readonly #addPage: () => SheetArea;
  #area: SheetArea;

  /** @param addPage Adds a page to the document and returns the area of the column on it. */
  constructor(canvas: SheetTextWriter, styles: ColumnStyles, area: SheetArea, addPage: () => SheetArea) {
    this.#canvas = canvas;
    this.#styles = styles;
    this.#area = area;
    this.#addPage = addPage;
  }

  writeSection({ heading, entries }: LabelledSection): void {
    const [first] = entries;
    if (!first) return;
    this.#writeHeading(heading, this.#heightOf(first));
    for (const entry of entries) this.#writeEntry(entry);
    this.#area.y += gaps.section - gaps.entry;
  }

  /**
   * Writes a heading and paragraphs if all of them fit on the current page. Otherwise they are left out, because a
   * technical sheet should not get a second page for a description.
   */
  writeParagraphsThatFit(heading: string, paragraphs: readonly string[]): void {
    const { text, heading: headingStyle } = this.#styles;
    const { width, y, bottom } = this.#area;
    const heights = paragraphs.map((paragraph) => this.#canvas.measure(text, paragraph, width) + gaps.entry + 1);
    const headingHeight = this.#canvas.measure(headingStyle, heading, width) + gaps.heading * 2;
    if (y + heights.reduce((sum, height) => sum + height, headingHeight) > bottom) return;
    this.#writeHeading(heading, 0);
    for (const paragraph of paragraphs) {
      this.#writeSplit(paragraph);
      this.#area.y += gaps.entry + 1;
    }
  }

  #writeHeading(text: string, heightOfContent: number): void {
    const { heading, line } = this.#styles;
    const height = this.#canvas.measure(heading, text, this.#area.width) + gaps.heading * 2;
    this.#reserve(height + heightOfContent);
    const { x, y, width } = this.#area;
    const below = this.#canvas.write(heading, text, { x, y, width }) + 2;
    this.#canvas.document
      .moveTo(x, below)
      .lineTo(x + width, below)
      .lineWidth(0.5)
      .strokeColor(line)
      .stroke();
    this.#area.y = below + gaps.heading;
  }

  #writeEntry(entry: LabelledText): void {
    if (entry.label === '') {
      this.#writeSplit(entry.text);
      this.#area.y += gaps.entry;
      return;
    }
    this.#reserve(Math.min(this.#heightOf(entry), this.#styles.text.size * 6));
    const { label, text } = this.#styles;
    const { x, y, width } = this.#area;
    const labelWidth = width * labelShare;
    const labelBottom = this.#canvas.write(label, entry.label, { x, y, width: labelWidth - gaps.label });
    const textWidth = width - labelWidth;
    const fitting = this.#canvas.split(text, entry.text, { width: textWidth, height: this.#area.bottom - y });
    const textBottom = this.#canvas.write(text, fitting[0], { x: x + labelWidth, y, width: textWidth });
    this.#area.y = Math.max(labelBottom, textBottom) + gaps.entry;
    if (fitting[1] === '') return;
    this.#area = this.#addPage();
    this.#writeSplit(fitting[1]);
    this.#area.y += gaps.entry;
  }

  /** Writes a text across the whole width, on as many pages as it needs. */
  #writeSplit(paragraph: string): void {
    const { text } = this.#styles;
    let rest = paragraph;
    let isNewPage = false;
    while (rest !== '') {
      const { x, y, width, bottom } = this.#area;
      const [fitting, others] = this.#canvas.split(text, rest, { width, height: bottom - y });
      // If a new page has no space for a word, further pages would have none either.
      if (fitting === '' && isNewPage) return;
      if (fitting !== '') this.#area.y = this.#canvas.write(text, fitting, { x, y, width });
      rest = others;
      if (rest !== '') this.#area = this.#addPage();
      isNewPage = true;
    }
  }

  #heightOf({ label, text }: LabelledText): number {
    const { width } = this.#area;
    if (label === '') return this.#canvas.measure(this.#styles.text, text, width);
    return Math.max(
      this.#canvas.measure(this.#styles.label, label, width * labelShare - gaps.label),
      this.#canvas.measure(this.#styles.text, text, width * (1 - labelShare)),
    );
  }

  #reserve(height: number): void {
    if (this.#area.y + height > this.#area.bottom) this.#area = this.#addPage();
  }
}
