import { createServer } from 'vite';
import type { RendererSource } from '#server/storefront/pages/renderer-source.ts';
import type { Renderer } from '#shared/rendering.ts';
import { isDocumentRequest, sendErrorOverlayPage } from './dev-error-overlay.ts';
import { startServerWithGracefulShutdown } from './main.ts';
import type { StartServerOptions } from './start-server.ts';

/**
 * Entry point of `npm run dev`: serves all sites at their local host names, with hot module replacement and without a
 * build.
 */
process.env.NODE_ENV = 'development';
// In development no load balancer has to notice a restart, so draining takes no time.
process.env.DRAIN_SECONDS ??= '0';

const serverEntry = '/client/app/entry.server.tsx';

/** React Refresh must be installed before the code of the page runs, so its preamble is the first script. */
const reactRefresh =
  '<script type="module">import { injectIntoGlobalHook } from "/@react-refresh";injectIntoGlobalHook(window);' +
  'window.$RefreshReg$ = () => {};window.$RefreshSig$ = () => (type) => type;</script>' +
  '<script type="module" src="/@vite/client"></script>';

async function createDevelopmentOptions(): Promise<StartServerOptions> {
  const vite = await createServer({
    server: { middlewareMode: true, allowedHosts: true },
    appType: 'custom',
    // The configuration is loaded without a temporary file, because `node --watch` would treat that file as a change
    // and restart the server again and again.
    configLoader: 'native',
  });
  const assets = { entry: 'client/app/entry.client.tsx', files: {}, developmentHead: reactRefresh };
  const rendering: RendererSource = {
    clientFolder: null,
    adminClientAssets: {
      entry: '/client/admin/admin-entry.tsx',
      styles: [],
      preloads: {},
      folder: null,
      developmentHead: reactRefresh,
    },
    async current() {
      return { renderer: (await vite.ssrLoadModule(serverEntry)) as Renderer, assets };
    },
  };
  const loadRenderer = () => vite.ssrLoadModule(serverEntry);
  return {
    rendering,
    middleware: (request, response, next) =>
      vite.middlewares(request, response, () =>
        isDocumentRequest(request)
          ? loadRenderer().then(next, (error) => sendErrorOverlayPage(response, error))
          : next(),
      ),
  };
}

await startServerWithGracefulShutdown(process.argv.slice(2), createDevelopmentOptions);
