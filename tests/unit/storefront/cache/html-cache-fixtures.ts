import { readEncodedPageBodyBytes } from '#server/storefront/cache/cached-page.ts';
import type { HtmlCacheResult } from '#server/storefront/cache/html-cache.ts';
import type { RenderOutcome } from '#server/storefront/cache/render-outcome.ts';

type RenderedDocument = Extract<RenderOutcome, { kind: 'document' }>;

/** Creates the outcome of a render that writes `text`. */
export const createRenderedDocument = (text: string, overrides: Partial<RenderedDocument> = {}): RenderOutcome => ({
  kind: 'document',
  status: 200,
  headers: ['content-type', 'text/html'],
  isStorable: true,
  isShareable: true,
  write(sink) {
    sink.chunk(text);
    sink.end();
  },
  ...overrides,
});

/** Reads the text of a cached page. */
export async function readPageText(result: HtmlCacheResult): Promise<string> {
  if (result.kind !== 'entry') throw new Error(`no entry but ${result.kind}`);
  return String(await readEncodedPageBodyBytes(result.entry, result.entry.bodies.identity));
}
