import { noNavigation } from '#client/core/navigation.ts';
import { createRenderer } from '#client/ssr/create-renderer.ts';
import { App } from './App.tsx';
import { pageDefinitions } from './page-kinds.ts';
import { createStores } from './stores.ts';

export const { declaredParameters, isSecret, render, renderFailure } = createRenderer({
  definitions: pageDefinitions,
  createDocument: (app, view) => (
    <App app={app} stores={createStores(app.shell.site.id)} view={view} navigation={noNavigation} />
  ),
});
