import Fastify from 'fastify';
import { loadBareRenderFunctions } from './load-bare-tree.ts';

/**
 * Baseline for string renders: a Fastify application with one route that sends React's `renderToString` of a page.
 * Arguments: port, bundle of `bare-tree.tsx`, path of the page.
 */
const [port, bundle = '', path = '/'] = process.argv.slice(2);
const tree = await loadBareRenderFunctions(bundle, path);

const app = Fastify();
app.get('/*', (_request, reply) => {
  reply.header('content-type', 'text/html; charset=utf-8');
  return reply.send(tree.renderToString());
});

process.once('SIGTERM', () => process.exit(0));
await app.listen({ port: Number(port), host: '127.0.0.1' });
