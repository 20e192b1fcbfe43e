import { createBufferedDocument } from '#server/storefront/cache/create-buffered-document.ts';
import type { ApiReader, RenderResult } from '#shared/rendering.ts';
import { createSampleRead, sampleAssets, sampleSite } from '#tests/support/fixtures/sample-site.ts';

/** Creates the input with which a page of the sample site is rendered. */
export const createRenderInput = (path: string, read: ApiReader = createSampleRead()) => ({
  site: sampleSite,
  path,
  read,
  assets: sampleAssets,
});

/**
 * Reads the document of a rendered page.
 * @throws Error for a redirect, or if the render fails
 */
export async function readRenderedHtml(result: RenderResult): Promise<string> {
  if (result.kind !== 'page') throw new Error(`unexpected redirect to ${result.location}`);
  return String(await createBufferedDocument(result).complete());
}
