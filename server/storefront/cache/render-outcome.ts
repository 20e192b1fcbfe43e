import type { HtmlSink } from '#shared/rendering.ts';
import type { RawHeaderList } from './cached-page.ts';

export interface RenderedDocument {
  kind: 'document';
  status: number;
  /** The kind of page by which metrics are labelled; by default `OTHER`. */
  pageKind?: string | undefined;
  headers: RawHeaderList;
  isStorable: boolean;
  /** True if simultaneous visitors may receive the same bytes. */
  isShareable: boolean;
  /** Writes the document; called at most once. */
  write(sink: HtmlSink): void;
}

export type RenderOutcome = Redirect | RenderedDocument;
export type Redirect = { kind: 'redirect'; status: 301 | 302 | 308; location: string };
