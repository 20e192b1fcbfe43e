import { main } from '#server/main.ts';
import { builtRendering, type Rendering } from '#server/storefront/pages/rendering.ts';
import type { Renderer } from '#shared/rendering.ts';

/**
 * The production server on a build of the bench's own, with what only a bench changes. Its argument is `StorefrontSetup`
 * as JSON; a message of any kind is answered with `Renders`.
 */
export interface StorefrontSetup {
  /** Folder of the build. */
  dist: string;
  /** Every page says that it must not be kept: each request is a render, and nothing is compressed for later. */
  keepsNothing?: boolean;
  /** In place of the server's own limit, in bytes. */
  htmlCacheBytes?: number;
}

/** Site and path → how often it was rendered since the last message. */
export type Renders = Record<string, number>;

const setup = JSON.parse(process.argv[2] ?? '{}') as StorefrontSetup;
let renders: Renders = {};

/** Counts, and has nothing kept where that is asked for. */
function observed({ current, clientFolder }: Rendering): Rendering {
  const wrapped = current().then(({ renderer, assets }) => {
    const render: Renderer['render'] = async (input) => {
      const key = `${input.site.id} ${input.path}`;
      renders[key] = (renders[key] ?? 0) + 1;
      const result = await renderer.render(input);
      return result.kind === 'page' && setup.keepsNothing ? { ...result, cacheable: false } : result;
    };
    return { renderer: { ...renderer, render }, assets };
  });
  return { clientFolder, current: () => wrapped };
}

process.on('message', () => {
  process.send?.(renders);
  renders = {};
});
// A channel that is listened to would hold the process open after its server has closed.
process.channel?.unref();

await main([], async () => ({
  rendering: observed(await builtRendering(setup.dist)),
  ...(setup.htmlCacheBytes && { htmlCacheBytes: setup.htmlCacheBytes }),
}));
