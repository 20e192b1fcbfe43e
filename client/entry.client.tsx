import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, RouterContextProvider } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { textsFor } from '#shared/texts.ts';
import { callApi } from './api/call.ts';
import { AppProvider, type AppValue } from './app/app-context.tsx';
import { dictionaries } from './app/dictionaries.ts';
import type { HydrationData } from './app/hydration.ts';
import { pageDefinitions, type RouteKind } from './app/page-kinds.ts';
import type { LoadedPage } from './app/page-module.ts';
import { readContext, siteRoutes } from './app/routes.tsx';
import './styles/main.css';

async function start(data: HydrationData) {
  const { site } = data.shell;
  const loaded = new Map<RouteKind, LoadedPage>();
  // The page's own code is there before the router is made: a route that is still lazy would empty the page.
  const [{ dictionary }] = await Promise.all([
    dictionaries[site.lang].load(),
    data.kind && pageDefinitions[data.kind].load().then((module) => loaded.set(data.kind as RouteKind, module)),
  ]);
  const { shell, today } = data;
  const app: AppValue = { shell, today, texts: textsFor(site.lang, dictionary, site.timeZone) };
  const router = createBrowserRouter(siteRoutes(app, loaded), {
    hydrationData: { loaderData: data.loaderData },
    getContext: () => new RouterContextProvider(new Map([[readContext, callApi]])),
  });
  hydrateRoot(
    document,
    <AppProvider value={app}>
      <RouterProvider router={router} />
    </AppProvider>,
  );
}

const data = document.getElementById('hydration')?.textContent;
if (data) void start(JSON.parse(data) as HydrationData);
