import { buildingPage, failedPage, failureMessage } from '#client/core/page-result.ts';
import type { Renderer, RenderInput } from '#shared/rendering.ts';
import { isReadError } from '#shared/rendering.ts';
import { bareSite, loadSite } from './load-shell.ts';
import { createPageAddresses } from './page-addresses.ts';
import { type Composition, renderFailed, renderPage } from './render-page.tsx';
import { createAppCache, loadAllModules, textsOf } from './rendered-app.ts';

/** The site, or `null` while the API does not answer. */
const siteOf = ({ site, read }: RenderInput) =>
  loadSite(site, read).catch((error: unknown) => {
    if (isReadError(error)) return null;
    throw error;
  });

const failed = (input: RenderInput, status: number, message: string) =>
  failedPage(status, message || failureMessage(status, textsOf(input.site)));

/** The renderer that the storefront loads, for the pages and the document of a composition. */
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
      const site = await siteOf(input);
      if (!site) return renderFailed(context, input, bareSite(input.site), failed(input, 503, ''));
      if (site.info.isBuilding) return renderFailed(context, input, site, buildingPage(textsOf(input.site)));
      return renderPage(context, input, site);
    },
    async renderFailure(input, { status, message }) {
      const site = (await siteOf(input)) ?? bareSite(input.site);
      return renderFailed(context, input, site, failed(input, status, message));
    },
  };
}
