import { createServer } from 'vite';
import type { RendererSource } from '#server/storefront/pages/rendering.ts';
import type { Renderer } from '#shared/rendering.ts';
import { isDocumentRequest, sendErrorOverlay } from './dev-error-overlay.ts';
import { runServer } from './main.ts';
import type { StartServerOptions } from './start-server.ts';

/** Entry point of `npm run dev`: serves all sites at their local names, with hot updates and without a build. */
process.env.NODE_ENV = 'development';
// No load balancer has to notice a restart after a change of server code.
process.env.DRAIN_SECONDS ??= '0';

const serverEntry = '/client/app/entry.server.tsx';

/** React Refresh must be installed before the code of the page runs. */
const reactRefresh =
  '<script type="module">import { injectIntoGlobalHook } from "/@react-refresh";injectIntoGlobalHook(window);' +
  'window.$RefreshReg$ = () => {};window.$RefreshSig$ = () => (type) => type;</script>' +
  '<script type="module" src="/@vite/client"></script>';

async function createDevelopmentOptions(): Promise<StartServerOptions> {
  const vite = await createServer({
    server: { middlewareMode: true, allowedHosts: true },
    appType: 'custom',
    // The default loader writes a temporary file, for which `node --watch` would restart the server again and again.
    configLoader: 'native',
  });
  const assets = { entry: 'client/app/entry.client.tsx', files: {}, developmentHead: reactRefresh };
  const rendering: RendererSource = {
    clientFolder: null,
    async current() {
      return { renderer: (await vite.ssrLoadModule(serverEntry)) as Renderer, assets };
    },
  };
  const loadRenderer = () => vite.ssrLoadModule(serverEntry);
  return {
    rendering,
    middleware: (request, response, next) =>
      vite.middlewares(request, response, () =>
        isDocumentRequest(request) ? loadRenderer().then(next, (error) => sendErrorOverlay(response, error)) : next(),
      ),
  };
}

await runServer(process.argv.slice(2), createDevelopmentOptions);
