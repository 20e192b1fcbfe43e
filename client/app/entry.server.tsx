import type { AppContextValue } from '#client/core/app-context.tsx';
import { createLanguageLinks } from '#client/core/create-language-links.ts';
import type { LoadedPage } from '#client/core/loaded-page.ts';
import { serverNavigation } from '#client/core/navigation.ts';
import { PageHead } from '#client/layout/Document.tsx';
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
  createHead: (app, view) => (
    <Providers {...createServerProps(app, view)}>
      <PageHead
        head={view.page.head}
        status={view.page.status}
        languages={createLanguageLinks(app.shell, view.location.pathname, view.page.head)}
      />
    </Providers>
  ),
  createDocument: (app, view) => <App {...createServerProps(app, view)} isHeadSent />,
  createPart: (app, view, children) => <Providers {...createServerProps(app, view)}>{children}</Providers>,
});
