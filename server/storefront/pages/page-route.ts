import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isReadFailure, type Renderer } from '#shared/rendering.ts';
import type { DataCache } from '../cache/data-cache.ts';
import type { Generations } from '../cache/generations.ts';
import type { HtmlCache, Made } from '../cache/html-cache.ts';
import type { SiteChanges } from '../cache/site-changes.ts';
import type { SiteHost } from '../sites/host-index.ts';
import { siteHostOf } from '../sites/site-by-host.ts';
import { answerAlone, answerDocument } from './answer-document.ts';
import { declaredQuery, type PageAddress, parseAddress } from './page-address.ts';
import { answerPlain } from './plain-page.ts';
import { renderPage } from './render-page.ts';
import type { Rendering } from './rendering.ts';

export interface PageParts {
  rendering: Rendering;
  htmlCache: HtmlCache;
  dataCache: DataCache;
  generations: Generations;
  changes: Pick<SiteChanges, 'isImported'>;
}

/** Every page of every site: address, cache, and where that has nothing, the renderer. */
export function servePages(app: FastifyInstance, parts: PageParts): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      const site = siteHostOf(request);
      if (!parts.changes.isImported(site.id)) return answerInPreparation(reply, site);

      const address = parseAddress(request.raw.url ?? '/');
      if (address.kind === 'malformed') return answerPlain(reply, 400, 'malformed', site.lang);
      const { renderer } = await parts.rendering.current();
      const isSecret = renderer.isSecret(pathOf(address));
      if (isSecret) keepSecret(reply);
      if (address.kind === 'moved') return reply.redirect(address.location, 301);

      const query = await queryOf(parts, renderer, site, address, request);
      if (query === null) return answerPlain(reply, 400, 'malformed', site.lang);
      const path = query ? `${address.pathname}?${query}` : address.pathname;
      const make = () => makePage(parts, site, path, isSecret, request);
      if (isSecret) return answerSecret(await make(), reply);
      const asked = {
        key: pageKey(site, path),
        state: parts.generations.of(site.id),
        hasQuery: query !== '',
        // Without its query: people search for all sorts of things.
        path: address.pathname,
        siteId: site.id,
        make,
      };
      return answerDocument(parts.htmlCache, asked, request, reply);
    },
  });
}

/** Site, language, local host where it is one, path and declared query: all that may change a page. */
export const pageKey = (site: SiteHost, path: string): string => site.key + path;

function answerInPreparation(reply: FastifyReply, site: SiteHost) {
  return answerPlain(reply.header('retry-after', '10'), 503, 'not_imported', site.lang);
}

/** The path without its query, also of an address that has a proper one elsewhere. */
const pathOf = (address: Exclude<PageAddress, { kind: 'malformed' }>): string =>
  address.kind === 'page' ? address.pathname : (address.location.split('?', 1)[0] ?? '');

function keepSecret(reply: FastifyReply): void {
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
}

/** A page at a secret address passes by the cache: its address is no key there, and nobody else waits for it. */
const answerSecret = (made: Made, reply: FastifyReply): FastifyReply =>
  made.kind === 'redirect' ? reply.redirect(made.location, made.status) : answerAlone(reply, made);

/** What of the query the page declares. Where nobody can say, no page can be shown either: its making will tell. */
async function queryOf(
  parts: PageParts,
  renderer: Renderer,
  site: SiteHost,
  { pathname, query }: Extract<PageAddress, { kind: 'page' }>,
  request: FastifyRequest,
) {
  if (query === '') return '';
  try {
    const read = parts.dataCache.reader(site, request.id, 'tolerant');
    return declaredQuery(query, await renderer.declaredParameters(pathname, read));
  } catch (error) {
    if (!isReadFailure(error)) throw error;
    return '';
  }
}

function makePage(
  { rendering, dataCache }: PageParts,
  site: SiteHost,
  path: string,
  isSecret: boolean,
  { id, log }: FastifyRequest,
) {
  return renderPage(rendering, {
    site,
    path,
    isSecret,
    read: dataCache.reader(site, id),
    heldRead: dataCache.reader(site, id, 'held'),
    log,
  });
}
