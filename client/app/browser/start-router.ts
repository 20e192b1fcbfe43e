import { RouterContextProvider, UNSAFE_createBrowserHistory, UNSAFE_createRouter } from 'react-router';
import { callApi } from '#client/api/call.ts';
import type { AppValue } from '../app-context.tsx';
import type { HydrationData } from '../hydration.ts';
import type { Navigation } from '../navigation.ts';
import { type PageView, pageView } from '../page-view.ts';
import { type LoadedModules, type PageHandle, readContext, siteRoutes } from '../routes.ts';
import { failedPage, failureMessage, type SettledPage } from '../settled-page.ts';

interface RunningApp {
  app: AppValue;
  modules: LoadedModules;
  hydration: HydrationData;
}

/**
 * Takes over navigation. The router comes without its React part: the document has one page and no nested routes, so
 * that would only be weight. Answers how to stop it.
 */
export function startRouter(
  { app, modules, hydration }: RunningApp,
  show: (view: PageView, navigation: Navigation) => void,
): () => void {
  const router = UNSAFE_createRouter({
    routes: siteRoutes(app, modules),
    history: UNSAFE_createBrowserHistory(),
    hydrationData: { loaderData: { [hydration.route]: hydration.page } },
    getContext: () => new RouterContextProvider(new Map([[readContext, callApi]])),
  }).initialize();

  const navigate: Navigation['navigate'] = (to, options) => void router.navigate(to, options);
  const tell = ({ location, matches, loaderData, errors, navigation }: typeof router.state) => {
    const route = matches.at(-1)?.route;
    const handle = route?.handle as PageHandle | undefined;
    const loaded = errors ? undefined : (loaderData[route?.id ?? ''] as SettledPage | undefined);
    const page = loaded ?? failedPage(500, failureMessage(500, app.texts));
    show(pageView({ kind: page.failure ? null : (handle?.kind ?? null), page }, location, modules), {
      state: navigation.state,
      location: navigation.location,
      navigate,
    });
  };
  const unsubscribe = router.subscribe(tell);
  // The router says nothing by itself before the first navigation, which needs `navigate` already.
  tell(router.state);
  return () => {
    unsubscribe();
    router.dispose();
  };
}
