import type { AppContextValue } from '#client/core/app-context.tsx';
import type { LoadedPage } from '#client/core/loaded-page.ts';
import { serverNavigation } from '#client/core/navigation.ts';
import { createRenderer } from '#client/ssr/create-renderer.ts';
import { App, Providers } from './App.tsx';
import { pageDefinitions } from './page-definitions.ts';
import { createVisitorStores } from './visitor-stores.ts';

/** Creates the React props of the application. Each render gets separate stores, so that renders share no state. */
const createServerProps = (app: AppContextValue, view: LoadedPage) => ({
  app,
  view,
  stores: createVisitorStores(app.shell.site.id),
  navigation: serverNavigation,
});

export const { isSecret, readKeyRule, render, renderFailure } = createRenderer({
  definitions: pageDefinitions,
  createDocument: (app, view) => <App {...createServerProps(app, view)} />,
  createPart: (app, view, children) => <Providers {...createServerProps(app, view)}>{children}</Providers>,
});
