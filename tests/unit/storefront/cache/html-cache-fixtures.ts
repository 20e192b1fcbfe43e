import { makeEncodedBody } from '#server/storefront/cache/cached-page.ts';
import { createBufferedDocument } from '#server/storefront/cache/create-buffered-document.ts';
import type { HtmlCacheResult } from '#server/storefront/cache/html-cache.ts';
import type { RenderOutcome } from '#server/storefront/cache/render-outcome.ts';
import type { HtmlSink } from '#shared/rendering.ts';

type RenderedDocument = Extract<RenderOutcome, { kind: 'document' }>;

/** Creates the outcome of a render that writes `text`. */
export const createRenderedDocument = (
  text: string,
  {
    write = (sink) => {
      sink.chunk(text);
      sink.end();
    },
    ...overrides
  }: Partial<RenderedDocument> & { write?: (sink: HtmlSink) => void } = {},
): RenderOutcome => ({
  kind: 'document',
  status: 200,
  headers: ['content-type', 'text/html'],
  isStorable: true,
  isShareable: true,
  document: createBufferedDocument({ write }),
  ...overrides,
});

/** Reads the text of a cached page. */
export async function readPageText(result: HtmlCacheResult): Promise<string> {
  if (result.kind !== 'entry') throw new Error(`no entry but ${result.kind}`);
  return String((await makeEncodedBody(result.entry, result.entry.bodies.identity)).body);
}
