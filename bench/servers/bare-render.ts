import { pathToFileURL } from 'node:url';
import Fastify from 'fastify';
import { createApiClient } from '#server/storefront/api-client.ts';
import { hostIndex } from '#server/storefront/sites/host-index.ts';
import { isFault, readSite } from '#server/storefront/sites/site-folder.ts';
import type { Read } from '#shared/rendering.ts';

/**
 * The yardstick of a render: a Fastify whose one route is React's `renderToString` of a page's tree, loaded once.
 * Arguments: port, bundle of `bare-tree.tsx`, path of the page. Settings: SITES_DIR, SITE_FOLDER, API_URL, API_SECRET.
 */
const [port, bundle = '', path = '/'] = process.argv.slice(2);
const { SITES_DIR = '', SITE_FOLDER = '', API_URL = '', API_SECRET = '' } = process.env;

const site = readSite(SITES_DIR, SITE_FOLDER);
if (isFault(site)) throw new Error(site.reason);
const host = hostIndex([site], { localNames: false }).find(site.config.hosts[0]?.name ?? '');
if (!host) throw new Error(`${SITE_FOLDER} answers at no host`);

const api = createApiClient(API_URL, API_SECRET);
const context = { siteId: host.id, requestId: 'bench' };
const read = (async (name, { lang = host.lang, ...input } = {}) =>
  (await api.read(name, input, { ...context, lang })).data) as Read;

const { bareTree } = (await import(pathToFileURL(bundle).href)) as typeof import('./bare-tree.tsx');
const render = await bareTree(host.rendered, path, read);
await api.close();

const app = Fastify();
app.get('/*', (_request, reply) => {
  reply.header('content-type', 'text/html; charset=utf-8');
  return reply.send(render());
});

process.once('SIGTERM', () => process.exit(0));
await app.listen({ port: Number(port), host: '127.0.0.1' });
