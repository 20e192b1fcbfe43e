import { startTransition, useEffect, useMemo, useState } from 'react';
import { App } from './App.tsx';
import type { AppValue } from './app-context.tsx';
import type { HydrationData } from './hydration.ts';
import type { Navigation } from './navigation.ts';
import { type PageView, pageView } from './page-view.ts';
import type { LoadedModules } from './routes.ts';

interface BrowserAppProps {
  app: AppValue;
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
export function BrowserApp({ app, modules, hydration }: BrowserAppProps) {
  const [view, setView] = useState<PageView>(() => pageView(hydration, window.location, modules));
  const [navigation, setNavigation] = useState(byDocument);

  useEffect(() => {
    let stop: (() => void) | undefined;
    let stopped = false;
    const cancel = whenIdle(async () => {
      const { startRouter } = await import('./browser/start-router.ts');
      if (stopped) return;
      stop = startRouter({ app, modules, hydration }, (nextView, nextNavigation) =>
        startTransition(() => {
          setView(nextView);
          setNavigation(nextNavigation);
        }),
      );
    });
    return () => {
      stopped = true;
      cancel();
      stop?.();
    };
  }, [app, modules, hydration]);

  return useMemo(() => <App app={app} view={view} navigation={navigation} />, [app, view, navigation]);
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
