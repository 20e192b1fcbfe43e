import { createServer } from 'vite';
import type { Rendering } from '#server/storefront/pages/rendering.ts';
import type { Renderer } from '#shared/rendering.ts';
import { main } from './main.ts';
import type { ServerOptions } from './start-server.ts';

/** Entry point of `npm run dev`: serves all sites at their local names, with hot updates and without a build. */
process.env.NODE_ENV = 'development';

/** React Refresh must be installed before the code of the page runs. */
const reactRefresh =
  '<script type="module">import { injectIntoGlobalHook } from "/@react-refresh";injectIntoGlobalHook(window);' +
  'window.$RefreshReg$ = () => {};window.$RefreshSig$ = () => (type) => type;</script>' +
  '<script type="module" src="/@vite/client"></script>';

async function createDevelopmentOptions(): Promise<ServerOptions> {
  const vite = await createServer({
    server: { middlewareMode: true, allowedHosts: true },
    appType: 'custom',
  });
  const assets = { entry: 'client/app/entry.client.tsx', files: {}, developmentHead: reactRefresh };
  const rendering: Rendering = {
    clientFolder: null,
    async current() {
      return { renderer: (await vite.ssrLoadModule('/client/app/entry.server.tsx')) as Renderer, assets };
    },
  };
  return { rendering, middleware: (request, response, next) => vite.middlewares(request, response, next) };
}

await main(process.argv.slice(2), createDevelopmentOptions);
