import { serverNavigation } from '#client/core/navigation.ts';
import { createRenderer } from '#client/ssr/create-renderer.ts';
import { App } from './App.tsx';
import { pageDefinitions } from './page-kinds.ts';
import { createVisitorStores } from './stores.ts';

export const { isSecret, readKeyRule, render, renderFailure } = createRenderer({
  definitions: pageDefinitions,
  createDocument: (app, view) => (
    <App app={app} stores={createVisitorStores(app.shell.site.id)} view={view} navigation={serverNavigation} />
  ),
});
