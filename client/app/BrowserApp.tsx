import { type ComponentType, startTransition, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import type { AppContextValue } from '#client/core/app-context.tsx';
import { createLoadedPage } from '#client/core/loaded-page.ts';
import type { Navigation } from '#client/core/navigation.ts';
import type { PageModulesByKind } from '#client/core/page-definition.ts';
import { syncWithStorage } from '#client/core/persistence/sync-with-storage.ts';
import { runWhenIdle } from '#client/core/run-when-idle.ts';
import { emptyCart } from '#client/features/cart/persisted-cart.ts';
import type { PageOverlaysProps } from '#client/layout/notices/PageOverlays.tsx';
import type { HydrationData } from '#client/router/hydration-data.ts';
import { reloadForNewRelease } from '#client/router/reload-for-new-release.ts';
import type { RouterUpdate } from '#client/router/start-client-navigation.ts';
import { toLocalWeekday } from '#shared/places/weekday.ts';
import { App } from './App.tsx';
import { pageDefinitions } from './page-definitions.ts';
import type { VisitorStores } from './visitor-stores.ts';

interface BrowserAppProps {
  app: AppContextValue;
  stores: VisitorStores;
  modules: PageModulesByKind;
  hydration: HydrationData;
}

/** Until the router has loaded, each navigation loads a new document. */
const documentNavigation: Navigation = {
  state: 'idle',
  navigate: (to, options) => (options?.replace ? window.location.replace(to) : window.location.assign(to)),
};

/**
 * Hydrates the server's page at once, and loads the router and the notices when the browser is idle. Until then, links
 * load new documents.
 */
export function BrowserApp({ app, stores, modules, hydration }: BrowserAppProps) {
  const [{ view, navigation, onCommit }, setUpdate] = useState<RouterUpdate>(() => ({
    view: createLoadedPage(hydration, window.location, modules),
    navigation: documentNavigation,
    onCommit: () => {},
  }));
  const [PageOverlays, setPageOverlays] = useState<ComponentType<PageOverlaysProps>>();

  useEffect(() => {
    let stopRouter: (() => void) | undefined;
    let isUnmounted = false;
    const cancelIdle = runWhenIdle(() => {
      Promise.all([
        import('#client/layout/notices/PageOverlays.tsx'),
        import('#client/router/start-client-navigation.ts'),
      ]).then(
        ([notices, { startClientNavigation }]) => {
          if (isUnmounted) return;
          startTransition(() => setPageOverlays(() => notices.PageOverlays));
          stopRouter = startClientNavigation({ app, definitions: pageDefinitions, modules, hydration }, (update) =>
            startTransition(() => setUpdate(update)),
          );
        },
        () => reloadForNewRelease(window.location.href),
      );
    });
    return () => {
      isUnmounted = true;
      cancelIdle();
      stopRouter?.();
    };
  }, [app, modules, hydration]);

  useEffect(() => syncWithStorage(stores.cart, () => stores.cart.setState(emptyCart)), [stores.cart]);

  useLayoutEffect(() => {
    onCommit();
  }, [onCommit]);

  const today = useWeekday(app);
  const value = useMemo(() => ({ ...app, today }), [app, today]);
  return useMemo(
    () => <App app={value} stores={stores} view={view} navigation={navigation} PageOverlays={PageOverlays} />,
    [value, stores, view, navigation, PageOverlays],
  );
}

/**
 * Returns the weekday at the estate. While hydrating, it is the one that the server rendered, so that the markup
 * matches.
 */
function useWeekday({ today, shell }: AppContextValue) {
  const [weekday, setWeekday] = useState(today);
  const { timeZone } = shell.site;
  useEffect(() => setWeekday(toLocalWeekday(new Date(), timeZone)), [timeZone]);
  return weekday;
}
