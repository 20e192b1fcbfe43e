import {
  type PipeableStream,
  type RenderToPipeableStreamOptions,
  renderToPipeableStream,
  renderToString,
} from 'react-dom/server';
import { RouterContextProvider } from 'react-router';
import { App } from '#client/app/App.tsx';
import { pageDefinitions } from '#client/app/page-definitions.ts';
import { createVisitorStores } from '#client/app/visitor-stores.ts';
import { createLoadedPage, type LoadedPage } from '#client/core/loaded-page.ts';
import { serverNavigation } from '#client/core/navigation.ts';
import { apiReaderContext, type RouteHandle } from '#client/router/routes.ts';
import { loadSite } from '#client/ssr/load-site.ts';
import { createRenderableAppCache, loadAllPageModules } from '#client/ssr/renderable-app.ts';
import type { ApiReader, SiteInLanguage } from '#shared/rendering.ts';

/** Renders the React tree of a page. Each call renders the same tree from the same data. */
export interface BareRenderFunctions {
  renderToString(): string;
  renderToPipeableStream(options: RenderToPipeableStreamOptions): PipeableStream;
}

/** Loads the data of a page and creates its React tree. @throws Error if the path redirects. */
export async function createBareRenderFunctions(
  site: SiteInLanguage,
  path: string,
  read: ApiReader,
): Promise<BareRenderFunctions> {
  const appFor = createRenderableAppCache(pageDefinitions, loadAllPageModules(pageDefinitions));
  const { app, handler, modules } = await appFor(await loadSite(site, read));
  const requestContext = new RouterContextProvider(new Map([[apiReaderContext, read]]));
  const context = await handler.query(new Request(new URL(path, site.origin)), { requestContext });
  if (context instanceof Response) throw new Error(`${path} is no page`);
  const route = context.matches.at(-1)?.route;
  const page = context.loaderData[route?.id ?? ''] as LoadedPage['page'];
  const { kind = null } = (route?.handle ?? {}) as Partial<RouteHandle>;
  const view = createLoadedPage({ kind, page }, context.location, modules);
  const stores = createVisitorStores(site.id);
  const createElement = () => <App app={app} stores={stores} view={view} navigation={serverNavigation} />;
  return {
    renderToString: () => renderToString(createElement()),
    renderToPipeableStream: (options) => renderToPipeableStream(createElement(), options),
  };
}
