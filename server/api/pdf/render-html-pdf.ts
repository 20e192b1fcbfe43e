import PDFDocument from 'pdfkit';
import { interpolate } from '#shared/interpolate.ts';
import { type HtmlTextBlock, parseHtmlBlocks } from './parse-html-blocks.ts';
import { collectPdf, normalisePdfText, pdfFontFiles } from './pdf-document.ts';

function selectPdfFontFile({ isBold, isItalic }: { isBold: boolean; isItalic: boolean }): string {
  if (isBold) return isItalic ? pdfFontFiles.boldItalic : pdfFontFiles.bold;
  return isItalic ? pdfFontFiles.italic : pdfFontFiles.regular;
}

interface PdfMetadata {
  title: string;
  author: string;
  /** Language of the document as BCP 47 tag. */
  lang: string;
  /**
   * Creation date in the document's metadata. It is passed in, so that the same content always gives the same bytes.
   */
  date: Date;
  /** The footer of each page, in which `{page}` and `{pages}` stand for the number of the page and of all pages. */
  footer: string;
}

const [margin, footHeight] = [64, 36];
const sizes = { title: 20, text: 10, foot: 8 };
const headingSizes: Record<number, number> = { 2: 14, 3: 11.5, 4: 10.5 };
/**
 * The colours of the text and of the footer. The text is black, because PDFKit starts each page in black and a
 * paragraph across two pages must not change its colour.
 */
const [ink, quiet] = ['#000000', '#555555'];
const indent = 16;

/** Renders text blocks on A4 pages. Fonts are embedded as subsets. */
export async function renderTextBlocksPdf(blocks: readonly HtmlTextBlock[], paper: PdfMetadata): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'A4',
    font: pdfFontFiles.regular,
    margins: { top: margin, left: margin, right: margin, bottom: margin + footHeight },
    bufferPages: true,
    lang: paper.lang,
    displayTitle: true,
    info: { Title: paper.title, Author: paper.author, CreationDate: paper.date, ModDate: paper.date },
  });
  return collectPdf(document, () => {
    document
      .font(pdfFontFiles.bold)
      .fontSize(sizes.title)
      .fillColor(ink)
      .text(normalisePdfText(paper.title))
      .moveDown(0.8);
    for (const block of blocks) addBlock(document, block);
    addFooters(document, paper);
  });
}

function addBlock(document: PDFKit.PDFDocument, block: HtmlTextBlock): void {
  const width = document.page.width - 2 * margin;
  if (block.kind === 'rule') {
    const y = document.y + 4;
    document
      .moveTo(margin, y)
      .lineTo(margin + width, y)
      .lineWidth(0.5)
      .strokeColor(quiet)
      .stroke();
    document.y = y + 10;
    return;
  }
  const isHeading = block.kind === 'heading';
  const size = isHeading ? (headingSizes[block.level] ?? sizes.text) : sizes.text;
  document.fontSize(size).fillColor(ink);
  // Starts a new page if a heading would otherwise stand alone at the bottom of a page.
  const needed = isHeading ? size * 5 : size * 1.5;
  if (document.y + needed > document.page.height - margin - footHeight) document.addPage();
  if (isHeading) document.y += size * 0.5;
  const left = margin + block.depth * indent;
  if (block.marker) {
    const y = document.y;
    document.font(pdfFontFiles.regular).text(normalisePdfText(block.marker), left - indent, y, { lineBreak: false });
    document.y = y;
  }
  addRuns(document, block, { left, width: margin + width - left });
  document.y += isHeading ? size * 0.35 : size * 0.55;
}

function addRuns(
  document: PDFKit.PDFDocument,
  block: HtmlTextBlock,
  { left, width }: { left: number; width: number },
): void {
  const y = document.y;
  block.runs.forEach((run, index) => {
    const options = { width, lineGap: 2.5, continued: index < block.runs.length - 1 };
    document.font(selectPdfFontFile({ isBold: run.isBold || block.kind === 'heading', isItalic: run.isItalic }));
    const text = normalisePdfText(run.text);
    if (index === 0) document.text(text, left, y, options);
    else document.text(text, options);
  });
}

function addFooters(document: PDFKit.PDFDocument, paper: PdfMetadata): void {
  const { start, count } = document.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    document.switchToPage(page);
    // The bottom margin is removed while the footer is written, because text within the margin would start a new page.
    document.page.margins.bottom = 0;
    const y = document.page.height - margin;
    document
      .font(pdfFontFiles.regular)
      .fontSize(sizes.foot)
      .fillColor(quiet)
      .text(normalisePdfText(interpolate(paper.footer, { page: page - start + 1, pages: count })), margin, y, {
        width: document.page.width - 2 * margin,
        align: 'center',
      });
  }
}

export interface HtmlPdfInput {
  html: string;
  metadata: PdfMetadata;
}

/** Renders HTML as a PDF on A4 pages, on the calling thread. The API calls it through `createPdfWorkerFunction`. */
export const renderHtmlPdf = ({ html, metadata }: HtmlPdfInput): Promise<Uint8Array> =>
  renderTextBlocksPdf(parseHtmlBlocks(html), metadata);
