import { buildingPage, failedPage, failureMessage } from '#client/core/settled-page.ts';
import { bareSite, loadSite } from '#client/ssr/load-shell.ts';
import { isSecretAddress, kindAt } from '#client/ssr/page-addresses.ts';
import { renderFailed, renderPage } from '#client/ssr/render-page.tsx';
import { pageModules, textsOf } from '#client/ssr/rendered-app.ts';
import type { Renderer, RenderInput } from '#shared/rendering.ts';
import { isReadFailure } from '#shared/rendering.ts';

/** The site, or as much of it as can be shown while the API does not answer. */
const siteOf = ({ site, read }: RenderInput) =>
  loadSite(site, read).catch((error: unknown) => {
    if (isReadFailure(error)) return null;
    throw error;
  });

const failed = (input: RenderInput, status: number, message: string) =>
  failedPage(status, message || failureMessage(status, textsOf(input.site)));

export const declaredParameters: Renderer['declaredParameters'] = async (pathname, read) => {
  const { pages } = await read('GET /page/tree');
  return (await pageModules).get(kindAt(pages, pathname))?.declaredParameters ?? [];
};

export const isSecret: Renderer['isSecret'] = isSecretAddress;

export const render: Renderer['render'] = async (input) => {
  const site = await siteOf(input);
  if (!site) return renderFailed(input, bareSite(input.site), failed(input, 503, ''));
  if (site.info.isBuilding) return renderFailed(input, site, buildingPage(textsOf(input.site)));
  return renderPage(input, site);
};

export const renderFailure: Renderer['renderFailure'] = async (input, { status, message }) => {
  const site = (await siteOf(input)) ?? bareSite(input.site);
  return renderFailed(input, site, failed(input, status, message));
};
