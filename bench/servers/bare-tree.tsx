import { renderToString } from 'react-dom/server';
import { RouterContextProvider } from 'react-router';
import { App } from '#client/app/App.tsx';
import { pageDefinitions } from '#client/app/page-kinds.ts';
import { createStores } from '#client/app/stores.ts';
import { noNavigation } from '#client/core/navigation.ts';
import { type PageView, pageView } from '#client/core/page-view.ts';
import { type PageHandle, readContext } from '#client/router/routes.ts';
import { loadSite } from '#client/ssr/load-shell.ts';
import { createAppCache, loadAllModules } from '#client/ssr/rendered-app.ts';
import type { Read, RenderedSite } from '#shared/rendering.ts';

/** Loads a page once. Answers a function that does nothing but render the same tree, from the same data, again. */
export async function bareTree(site: RenderedSite, path: string, read: Read): Promise<() => string> {
  const appFor = createAppCache(pageDefinitions, loadAllModules(pageDefinitions));
  const { app, handler, modules } = await appFor(await loadSite(site, read));
  const requestContext = new RouterContextProvider(new Map([[readContext, read]]));
  const context = await handler.query(new Request(new URL(path, site.origin)), { requestContext });
  if (context instanceof Response) throw new Error(`${path} is no page`);
  const route = context.matches.at(-1)?.route;
  const page = context.loaderData[route?.id ?? ''] as PageView['page'];
  const { kind = null } = (route?.handle ?? {}) as Partial<PageHandle>;
  const view = pageView({ kind, page }, context.location, modules);
  const stores = createStores(site.id);
  return () => renderToString(<App app={app} stores={stores} view={view} navigation={noNavigation} />);
}
