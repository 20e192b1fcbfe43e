import { createServer } from 'node:http';
import { loadBareRenderFunctions } from './load-bare-tree.ts';

/**
 * Baseline for streamed renders: a `node:http` server without a framework that pipes React's `renderToPipeableStream`
 * of a page. Arguments: port, bundle of `bare-tree.tsx`, path of the page.
 */
const [port, bundle = '', path = '/'] = process.argv.slice(2);
const tree = await loadBareRenderFunctions(bundle, path);

const server = createServer((_request, response) => {
  const { pipe } = tree.renderToPipeableStream({
    onShellReady() {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      pipe(response);
    },
    onShellError(error) {
      console.error(error);
      response.writeHead(500).end();
    },
  });
});

process.once('SIGTERM', () => process.exit(0));
server.listen({ port: Number(port), host: '127.0.0.1' });
