import type { RawHeaderList } from './cached-page.ts';
import type { BufferedDocument } from './create-buffered-document.ts';

export interface RenderedDocument {
  kind: 'document';
  status: number;
  /** The kind of page by which metrics are labelled; by default `OTHER`. */
  pageKind?: string | undefined;
  headers: RawHeaderList;
  isStorable: boolean;
  /** True if simultaneous visitors may receive the same bytes. */
  isShareable: boolean;
  document: BufferedDocument;
}

export type RenderOutcome = Redirect | RenderedDocument;
export type Redirect = { kind: 'redirect'; status: 301 | 302 | 308; location: string };
