import PDFDocument from 'pdfkit';
import { collectPdf, normalisePdfText, pdfFontFiles } from '#server/api/pdf/pdf-document.ts';
import { interpolate } from '#shared/interpolate.ts';
import type { PackingDocumentContent, PackingDocumentLine } from './packing-document-content.ts';

const [margin, footHeight, gap] = [48, 30, 16];
const [ink, quiet] = ['#000000', '#555555'];
const [quantityWidth, referenceWidth, checkBoxWidth] = [56, 110, 22];

export interface OrderDocumentsPdfInput {
  documents: readonly PackingDocumentContent[];
  title: string;
  author: string;
  /** Language of the documents as BCP 47 tag. */
  lang: string;
  /** The footer of each page, with placeholders for the order number, the page and the number of pages. */
  footer: string;
}

/** Renders the documents of orders, each beginning on a new page. */
export async function renderOrderDocumentsAsPdf(file: OrderDocumentsPdfInput): Promise<Uint8Array> {
  const pdf = new PDFDocument({
    size: 'A4',
    font: pdfFontFiles.regular,
    margins: { top: margin, left: margin, right: margin, bottom: margin + footHeight },
    autoFirstPage: false,
    bufferPages: true,
    lang: file.lang,
    displayTitle: true,
    info: { Title: normalisePdfText(file.title), Author: normalisePdfText(file.author) },
  });
  return collectPdf(pdf, () => {
    for (const document of file.documents) {
      const firstPage = pdf.bufferedPageRange().count;
      drawDocument(pdf, document);
      drawFooters(pdf, { firstPage, document, footer: file.footer });
    }
  });
}

type Pdf = PDFKit.PDFDocument;

const contentWidth = (pdf: Pdf): number => pdf.page.width - 2 * margin;
const bottomOf = (pdf: Pdf): number => pdf.page.height - margin - footHeight;

function drawDocument(pdf: Pdf, document: PackingDocumentContent): void {
  pdf.addPage();
  drawHeader(pdf, document);
  drawColumns(pdf, document);
  drawTableHeading(pdf, document);
  for (const line of document.lines) drawLine(pdf, document, line);
  pdf.y += 6;
  writeText(pdf, document.bottles, { font: 'bold', size: 12, x: margin, width: contentWidth(pdf) });
  for (const { heading, text } of document.remarks) {
    pdf.y += gap;
    if (heading)
      writeText(pdf, heading, { font: 'regular', size: 8.5, colour: quiet, x: margin, width: contentWidth(pdf) });
    writeText(pdf, text, { font: 'regular', size: 10, x: margin, width: contentWidth(pdf) });
  }
}

interface TextStyle {
  font: 'regular' | 'bold';
  size: number;
  colour?: string;
  x: number;
  width: number;
  align?: 'left' | 'right';
}

function writeText(pdf: Pdf, text: string, { font, size, colour = ink, x, width, align = 'left' }: TextStyle): void {
  pdf.font(pdfFontFiles[font]).fontSize(size).fillColor(colour);
  pdf.text(normalisePdfText(text), x, pdf.y, { width, align, lineGap: 1.5 });
}

function drawHeader(pdf: Pdf, { estate, title, number }: PackingDocumentContent): void {
  const half = contentWidth(pdf) / 2;
  const top = pdf.y;
  const [name = '', ...details] = estate;
  writeText(pdf, name, { font: 'bold', size: 13, x: margin, width: half });
  for (const detail of details)
    writeText(pdf, detail, { font: 'regular', size: 9, colour: quiet, x: margin, width: half });
  const bottom = pdf.y;
  pdf.y = top;
  const right = { x: margin + half, width: half, align: 'right' } as const;
  writeText(pdf, title, { font: 'bold', size: 18, ...right });
  if (number) writeText(pdf, number, { font: 'regular', size: 12, ...right });
  pdf.y = Math.max(bottom, pdf.y) + gap;
}

function drawColumns(pdf: Pdf, { columns }: PackingDocumentContent): void {
  const width = contentWidth(pdf) / columns.length - gap / 2;
  const top = pdf.y;
  let bottom = top;
  for (const [index, { heading, lines }] of columns.entries()) {
    const x = margin + index * (width + gap);
    pdf.y = top;
    writeText(pdf, heading, { font: 'regular', size: 8.5, colour: quiet, x, width });
    for (const line of lines) writeText(pdf, line, { font: 'regular', size: 10.5, x, width });
    bottom = Math.max(bottom, pdf.y);
  }
  pdf.y = bottom + gap;
}

interface TableLayout {
  quantity: number;
  item: number;
  itemWidth: number;
  reference: number;
}

function layOutTable(pdf: Pdf, { hasCheckBoxes }: PackingDocumentContent): TableLayout {
  const quantity = margin + (hasCheckBoxes ? checkBoxWidth : 0);
  const item = quantity + quantityWidth;
  const reference = pdf.page.width - margin - referenceWidth;
  return { quantity, item, reference, itemWidth: reference - item - gap };
}

function drawRule(pdf: Pdf, y: number): void {
  pdf
    .moveTo(margin, y)
    .lineTo(pdf.page.width - margin, y)
    .lineWidth(0.5)
    .strokeColor(quiet)
    .stroke();
}

function drawTableHeading(pdf: Pdf, document: PackingDocumentContent): void {
  const { quantity, item, itemWidth, reference } = layOutTable(pdf, document);
  const { headings } = document;
  const style = { font: 'regular', size: 8.5, colour: quiet } as const;
  const top = pdf.y;
  writeText(pdf, headings.quantity, { ...style, x: quantity, width: quantityWidth });
  pdf.y = top;
  writeText(pdf, headings.item, { ...style, x: item, width: itemWidth });
  pdf.y = top;
  writeText(pdf, headings.reference, { ...style, x: reference, width: referenceWidth });
  drawRule(pdf, pdf.y + 3);
  pdf.y += 9;
}

function drawLine(pdf: Pdf, document: PackingDocumentContent, line: PackingDocumentLine): void {
  const { quantity, item, itemWidth, reference } = layOutTable(pdf, document);
  pdf.font(pdfFontFiles.bold).fontSize(11);
  const height = pdf.heightOfString(normalisePdfText(line.name), { width: itemWidth }) + line.details.length * 14 + 14;
  if (pdf.y + height > bottomOf(pdf)) {
    pdf.addPage();
    drawTableHeading(pdf, document);
  }
  const top = pdf.y;
  if (document.hasCheckBoxes)
    pdf
      .rect(margin, top + 1, 11, 11)
      .lineWidth(0.8)
      .strokeColor(ink)
      .stroke();
  writeText(pdf, String(line.quantity), { font: 'bold', size: 13, x: quantity, width: quantityWidth });
  pdf.y = top;
  writeText(pdf, line.reference, { font: 'regular', size: 9.5, x: reference, width: referenceWidth });
  const bottom = pdf.y;
  pdf.y = top;
  writeText(pdf, line.name, { font: 'bold', size: 11, x: item, width: itemWidth });
  for (const detail of line.details)
    writeText(pdf, detail, { font: 'regular', size: 9.5, colour: quiet, x: item, width: itemWidth });
  pdf.y = Math.max(bottom, pdf.y) + 5;
  drawRule(pdf, pdf.y - 2);
  pdf.y += 3;
}

interface FooterInput {
  firstPage: number;
  document: PackingDocumentContent;
  footer: string;
}

function drawFooters(pdf: Pdf, { firstPage, document: { number }, footer }: FooterInput): void {
  const pages = pdf.bufferedPageRange().count - firstPage;
  for (let page = 1; page <= pages; page += 1) {
    pdf.switchToPage(firstPage + page - 1);
    // The bottom margin is removed while the footer is written, because text within the margin would start a new page.
    pdf.page.margins.bottom = 0;
    pdf.y = pdf.page.height - margin;
    const text = interpolate(footer, { number, page, pages });
    writeText(pdf, text, { font: 'regular', size: 8, colour: quiet, x: margin, width: contentWidth(pdf) });
  }
}
