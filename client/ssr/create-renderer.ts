import { createFailurePage, createSiteInPreparationPage, getFailureMessageOfStatus } from '#client/core/page-result.ts';
import type { Renderer, RenderInput } from '#shared/rendering.ts';
import { isApiReadError } from '#shared/rendering.ts';
import { getCacheKeyRule } from './cache-key-rule.ts';
import { createFallbackSite } from './create-fallback-site.ts';
import { loadSite } from './load-site.ts';
import { type RendererPagesAndDocumentFactories, renderFailurePage, renderPage } from './render-page.tsx';
import { createRenderableAppCache, createTextsOfBundledDictionaries, loadAllPageModules } from './renderable-app.ts';
import { createSecretPathCheck } from './secret-paths.ts';

const tryLoadSite = ({ site, read }: RenderInput) =>
  loadSite(site, read).catch((error: unknown) => {
    if (isApiReadError(error)) return null;
    throw error;
  });

const failureResult = (input: RenderInput, status: number, message: string) =>
  createFailurePage(status, message || getFailureMessageOfStatus(status, createTextsOfBundledDictionaries(input.site)));

/** Creates the renderer, which the storefront loads as a bundle. */
export function createRenderer(composition: RendererPagesAndDocumentFactories): Renderer {
  const modules = loadAllPageModules(composition.definitions);
  const appFor = createRenderableAppCache(composition.definitions, modules);
  const context = { ...composition, appFor };
  return {
    isSecret: createSecretPathCheck(composition.definitions),
    async readKeyRule({ site, path, read }) {
      return getCacheKeyRule(await appFor(await loadSite(site, read)), composition.definitions, path);
    },
    async render(input) {
      const site = await tryLoadSite(input);
      if (!site)
        return renderFailurePage(context, input, createFallbackSite(input.site), failureResult(input, 503, ''));
      if (site.info.isBuilding && !input.isPreview) {
        const page = createSiteInPreparationPage(createTextsOfBundledDictionaries(input.site));
        return { ...(await renderFailurePage(context, input, site, page)), isBuilding: true };
      }
      return renderPage(context, input, site);
    },
    async renderFailure(input, { status, message }) {
      const site = (await tryLoadSite(input)) ?? createFallbackSite(input.site);
      return renderFailurePage(context, input, site, failureResult(input, status, message));
    },
  };
}
