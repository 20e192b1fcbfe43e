import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { ApiClient } from '../api/api-client.ts';
import { getSiteHost } from '../sites/match-hosts.ts';

const hashPattern = /^[0-9a-f]{64}$/;

/**
 * Registers `/scripts/<hash>.js`: JavaScript that staff have entered for a menu link or for every page. The name
 * contains the hash of the content, so the response is immutable.
 */
export function registerCustomScriptRoute(app: FastifyInstance, api: ApiClient): void {
  const cache = new LRUCache<string, string>({ maxSize: 8 * 2 ** 20 });
  app.get<{ Params: { file: string } }>('/scripts/:file', async (request, reply) => {
    const site = getSiteHost(request);
    const hash = request.params.file.replace(/\.js$/, '');
    if (!hashPattern.test(hash) || !request.params.file.endsWith('.js')) return reply.callNotFound();
    const key = `${site.id} ${hash}`;
    const context = { siteId: site.id, folder: site.folder, lang: site.lang, requestId: request.id };
    const code = cache.get(key) ?? (await api.readScript(hash, context));
    if (code === null) return reply.callNotFound();
    cache.set(key, code, { size: code.length + 200 });
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('x-content-type-options', 'nosniff')
      .type('text/javascript; charset=utf-8')
      .send(code);
  });
}
