import { startTransition, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import type { AppValue } from '#client/core/app-context.tsx';
import type { Navigation } from '#client/core/navigation.ts';
import type { LoadedModules } from '#client/core/page-definition.ts';
import { pageView } from '#client/core/page-view.ts';
import { syncWithStorage } from '#client/core/persistence/sync-with-storage.ts';
import { emptyCart } from '#client/features/cart/persisted-cart.ts';
import { reloadForNewCode } from '#client/router/chunk-failure.ts';
import type { HydrationData } from '#client/router/hydration.ts';
import type { Shown } from '#client/router/start-router.ts';
import { weekdayAt } from '#shared/places/weekday.ts';
import { App } from './App.tsx';
import { pageDefinitions } from './page-kinds.ts';
import type { Stores } from './stores.ts';

interface BrowserAppProps {
  app: AppValue;
  stores: Stores;
  modules: LoadedModules;
  hydration: HydrationData;
}

/** Until the router is there, going somewhere is what it always was. */
const byDocument: Navigation = {
  state: 'idle',
  navigate: (to, options) => (options?.replace ? window.location.replace(to) : window.location.assign(to)),
};

/**
 * The site in a browser. It takes over the server's page at once; what goes from page to page without loading the
 * document again comes when the browser has time, and until then links are links.
 */
export function BrowserApp({ app, stores, modules, hydration }: BrowserAppProps) {
  const [{ view, navigation, afterwards }, setShown] = useState<Shown>(() => ({
    view: pageView(hydration, window.location, modules),
    navigation: byDocument,
    afterwards: () => {},
  }));

  useEffect(() => {
    let stop: (() => void) | undefined;
    let stopped = false;
    const cancel = whenIdle(() => {
      import('#client/router/start-router.ts').then(
        ({ startRouter }) => {
          if (!stopped)
            stop = startRouter({ app, definitions: pageDefinitions, modules, hydration }, (shown) =>
              startTransition(() => setShown(shown)),
            );
        },
        () => reloadForNewCode(window.location.href),
      );
    });
    return () => {
      stopped = true;
      cancel();
      stop?.();
    };
  }, [app, modules, hydration]);

  useEffect(() => syncWithStorage(stores.cart, () => stores.cart.setState(emptyCart)), [stores.cart]);

  useLayoutEffect(() => {
    afterwards();
  }, [afterwards]);

  const today = useWeekday(app);
  const value = useMemo(() => ({ ...app, today }), [app, today]);
  return useMemo(
    () => <App app={value} stores={stores} view={view} navigation={navigation} />,
    [value, stores, view, navigation],
  );
}

/** The server's weekday first, since the page must be the same; then the one at the estate at this moment. */
function useWeekday({ today, shell }: AppValue) {
  const [weekday, setWeekday] = useState(today);
  const { timeZone } = shell.site;
  useEffect(() => setWeekday(weekdayAt(new Date(), timeZone)), [timeZone]);
  return weekday;
}

/** Runs `act` once the browser is idle, after two seconds at the latest. Answers how to call it off. */
function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, 200);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(act, { timeout: 2_000 });
  return () => cancelIdleCallback(handle);
}
