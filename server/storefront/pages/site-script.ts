import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { ApiClient } from '../api-client.ts';
import { getSiteHost } from '../sites/match-hosts.ts';

const hashForm = /^[0-9a-f]{64}$/;

/**
 * `/scripts/<hash>.js`: code that the estate's staff entered for a link of the menu or for every page, from the site's
 * own origin. Its name is its content's hash: it never changes.
 */
export function serveSiteScripts(app: FastifyInstance, api: ApiClient): void {
  const held = new LRUCache<string, string>({ maxSize: 8 * 2 ** 20 });
  app.get<{ Params: { file: string } }>('/scripts/:file', async (request, reply) => {
    const site = getSiteHost(request);
    const hash = request.params.file.replace(/\.js$/, '');
    if (!hashForm.test(hash) || !request.params.file.endsWith('.js')) return reply.callNotFound();
    const key = `${site.id} ${hash}`;
    const code =
      held.get(key) ?? (await api.readScript(hash, { siteId: site.id, lang: site.lang, requestId: request.id }));
    if (code === null) return reply.callNotFound();
    held.set(key, code, { size: code.length + 200 });
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('x-content-type-options', 'nosniff')
      .type('text/javascript; charset=utf-8')
      .send(code);
  });
}
