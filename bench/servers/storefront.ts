import { startServerWithGracefulShutdown } from '#server/main.ts';
import { loadBuiltRenderer, type RendererSource } from '#server/storefront/pages/renderer-source.ts';
import type { Renderer } from '#shared/rendering.ts';

/**
 * The production server with the changes that only the benchmark needs. Its argument is a `BenchStorefrontSetup` as
 * JSON. It responds to each message with `RenderCountsBySiteAndPath`.
 */

export interface BenchStorefrontSetup {
  /** Folder of the production build. */
  dist: string;
  /** Makes every page uncacheable, so that each request is a render and nothing is compressed. */
  isHtmlCacheDisabled?: boolean;
  /** Size of the HTML cache in bytes, instead of the default. */
  htmlCacheBytes?: number;
}

/** Number of renders since the parent process last asked for the counts, by key "<site id> <path>". */
export type RenderCountsBySiteAndPath = Record<string, number>;

const setup = JSON.parse(process.argv[2] ?? '{}') as BenchStorefrontSetup;
let renderCounts: RenderCountsBySiteAndPath = {};

function instrument({ current, ...source }: RendererSource): RendererSource {
  const instrumented = current().then(({ renderer, assets }) => {
    const render: Renderer['render'] = async (input) => {
      const key = `${input.site.id} ${input.path}`;
      renderCounts[key] = (renderCounts[key] ?? 0) + 1;
      const result = await renderer.render(input);
      return result.kind === 'page' && setup.isHtmlCacheDisabled ? { ...result, isCacheable: false } : result;
    };
    return { renderer: { ...renderer, render }, assets };
  });
  return { ...source, current: () => instrumented };
}

process.on('message', () => {
  process.send?.(renderCounts);
  renderCounts = {};
});
// The message channel must not keep the process alive after its server has closed.
process.channel?.unref();

await startServerWithGracefulShutdown([], async () => ({
  rendering: instrument(await loadBuiltRenderer(setup.dist)),
  ...(setup.htmlCacheBytes && { htmlCacheBytes: setup.htmlCacheBytes }),
}));
