import { failedPage, failureMessage, siteInPreparationPage } from '#client/core/page-result.ts';
import type { Renderer, RenderInput } from '#shared/rendering.ts';
import { isReadError } from '#shared/rendering.ts';
import { fallbackSite } from './fallback-site.ts';
import { loadSite } from './load-shell.ts';
import { createPageAddresses } from './page-addresses.ts';
import { type Composition, renderFailed, renderPage } from './render-page.tsx';
import { createAppCache, loadAllModules, textsOf } from './rendered-app.ts';

/** Returns `null` while the API is unavailable. */
const tryLoadSite = ({ site, read }: RenderInput) =>
  loadSite(site, read).catch((error: unknown) => {
    if (isReadError(error)) return null;
    throw error;
  });

const failureResult = (input: RenderInput, status: number, message: string) =>
  failedPage(status, message || failureMessage(status, textsOf(input.site)));

/** Creates the renderer that the storefront loads. */
export function createRenderer(composition: Composition): Renderer {
  const modules = loadAllModules(composition.definitions);
  const appFor = createAppCache(composition.definitions, modules);
  const { kindAt, isSecret } = createPageAddresses(composition.definitions);
  const context = { ...composition, appFor };
  return {
    isSecret,
    async declaredParameters(pathname, read) {
      const { pages } = await read('GET /page/tree');
      return (await modules).get(kindAt(pages, pathname))?.declaredParameters ?? [];
    },
    async render(input) {
      const site = await tryLoadSite(input);
      if (!site) return renderFailed(context, input, fallbackSite(input.site), failureResult(input, 503, ''));
      if (site.info.isBuilding) return renderFailed(context, input, site, siteInPreparationPage(textsOf(input.site)));
      return renderPage(context, input, site);
    },
    async renderFailure(input, { status, message }) {
      const site = (await tryLoadSite(input)) ?? fallbackSite(input.site);
      return renderFailed(context, input, site, failureResult(input, status, message));
    },
  };
}
