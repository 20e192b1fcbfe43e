import { parseHtmlBlocks } from './parse-html-blocks.ts';
import { type PdfMetadata, renderPdf } from './render-pdf.ts';

export interface HtmlDocument {
  html: string;
  metadata: PdfMetadata;
}

/** Renders HTML as a PDF on A4 pages. */
export const renderHtmlPdf = ({ html, metadata }: HtmlDocument): Promise<Uint8Array> =>
  renderPdf(parseHtmlBlocks(html), metadata);
