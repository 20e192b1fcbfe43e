import { parseHtmlBlocks } from './parse-html-blocks.ts';
import { type PdfMetadata, renderTextBlocksPdf } from './render-text-blocks-pdf.ts';

export interface HtmlDocument {
  html: string;
  metadata: PdfMetadata;
}

/** Renders HTML as a PDF on A4 pages, on the calling thread. The API calls it through `createPdfWorkerFunction`. */
export const renderHtmlPdf = ({ html, metadata }: HtmlDocument): Promise<Uint8Array> =>
  renderTextBlocksPdf(parseHtmlBlocks(html), metadata);
