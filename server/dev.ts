import { createServer } from 'vite';
import type { Rendering } from '#server/storefront/pages/rendering.ts';
import type { Renderer } from '#shared/rendering.ts';
import { main, type ServerParts } from './main.ts';

/** `npm run dev`: all sites at their local names, with hot updates; nothing is built. */
process.env.NODE_ENV = 'development';

/** What the browser needs before the page's own code so that edits show without a reload. */
const refresh =
  '<script type="module">import { injectIntoGlobalHook } from "/@react-refresh";injectIntoGlobalHook(window);' +
  'window.$RefreshReg$ = () => {};window.$RefreshSig$ = () => (type) => type;</script>' +
  '<script type="module" src="/@vite/client"></script>';

async function developmentParts(): Promise<ServerParts> {
  const vite = await createServer({
    server: { middlewareMode: true, allowedHosts: true },
    appType: 'custom',
  });
  const assets = { entry: 'client/app/entry.client.tsx', files: {}, developmentHead: refresh };
  const rendering: Rendering = {
    clientFolder: null,
    async current() {
      return { renderer: (await vite.ssrLoadModule('/client/app/entry.server.tsx')) as Renderer, assets };
    },
  };
  return { rendering, middleware: (request, response, next) => vite.middlewares(request, response, next) };
}

await main(process.argv.slice(2), developmentParts);
