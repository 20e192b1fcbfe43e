import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isReadError, type Renderer } from '#shared/rendering.ts';
import { isLoginPath } from '#shared/site/private-paths.ts';
import type { DataCache } from '../cache/data-cache.ts';
import type { SiteChangeFollower } from '../cache/follow-site-changes.ts';
import type { HtmlCache, RenderOutcome } from '../cache/html-cache.ts';
import type { SiteGenerations } from '../cache/site-generations.ts';
import { sendPlainPage } from '../plain-page.ts';
import type { SiteHost } from '../sites/host-index.ts';
import { getSiteHost } from '../sites/match-hosts.ts';
import type { IsBuilding } from './building-sites.ts';
import { type ParsedPageUrl, parsePageUrl, pickDeclaredQuery } from './parse-page-url.ts';
import { type PageToRender, renderPage } from './render-page.ts';
import type { Rendering } from './rendering.ts';
import { sendDocument, sendUncached } from './send-document.ts';
import type { IsStaff } from './staff-session.ts';

export interface PageDependencies {
  rendering: Rendering;
  htmlCache: HtmlCache;
  dataCache: DataCache;
  generations: SiteGenerations;
  changes: Pick<SiteChangeFollower, 'isImported'>;
  isBuilding: IsBuilding;
  isStaff: IsStaff;
}

/** Serves every page of every site: normalises the URL, looks it up in the cache and renders it on a miss. */
export function servePages(app: FastifyInstance, dependencies: PageDependencies): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      const site = getSiteHost(request);
      if (!dependencies.changes.isImported(site.id)) return sendNotImported(reply, site);

      const address = parsePageUrl(request.raw.url ?? '/');
      if (address.kind === 'malformed') return sendPlainPage(reply, 400, 'malformed', site.lang);
      const { renderer } = await dependencies.rendering.current();
      const isSecret = renderer.isSecret(pathOf(address));
      if (isSecret) setSecretHeaders(reply);
      if (address.kind === 'moved') return reply.redirect(address.location, 301);

      const query = await normalizedQuery(dependencies, renderer, site, address, request);
      if (query === null) return sendPlainPage(reply, 400, 'malformed', site.lang);
      const path = query ? `${address.pathname}?${query}` : address.pathname;
      const page = { path, isSecret, isPreview: false };
      if (await dependencies.isBuilding(site, request.id)) {
        page.isPreview = isLoginPath(address.pathname) || (await dependencies.isStaff(request, site));
        if (!page.isPreview) return sendBuildingPage(dependencies, site, request, reply);
      }
      const render = () => renderRequestedPage(dependencies, site, page, request);
      if (isSecret || page.isPreview) return sendToVisitor(await render(), reply);
      return sendDocument(
        dependencies.htmlCache,
        {
          key: pageCacheKey(site, path),
          siteId: site.id,
          state: dependencies.generations.get(site.id),
          hasQuery: query !== '',
          render,
        },
        request,
        reply,
      );
    },
  });
}

/** Returns the cache key of a page: site, language, local host name if there is one, path and declared query. */
export const pageCacheKey = (site: SiteHost, path: string): string => site.key + path;

function sendNotImported(reply: FastifyReply, site: SiteHost) {
  return sendPlainPage(reply.header('retry-after', '10'), 503, 'not_imported', site.lang);
}

const pathOf = (address: Exclude<ParsedPageUrl, { kind: 'malformed' }>): string =>
  address.kind === 'page' ? address.pathname : (address.location.split('?', 1)[0] ?? '');

function setSecretHeaders(reply: FastifyReply): void {
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
}

/** One page stands for all pages of a site that is being built. Its key contains a space, which no URL does. */
function sendBuildingPage(
  dependencies: PageDependencies,
  site: SiteHost,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const page = { path: '/', isSecret: false, isPreview: false };
  const render = () => renderRequestedPage(dependencies, site, page, request);
  const state = dependencies.generations.get(site.id);
  return sendDocument(
    dependencies.htmlCache,
    { key: pageCacheKey(site, ' building'), state, hasQuery: false, render },
    request,
    reply,
  );
}

/** Bypasses the cache: for secret addresses, which are no keys there, and for previews. */
const sendToVisitor = (outcome: RenderOutcome, reply: FastifyReply): FastifyReply =>
  outcome.kind === 'redirect' ? reply.redirect(outcome.location, outcome.status) : sendUncached(reply, outcome);

/** Returns the query reduced to the parameters that the page declares; null if it is malformed. */
async function normalizedQuery(
  { dataCache }: PageDependencies,
  renderer: Renderer,
  site: SiteHost,
  { pathname, query }: Extract<ParsedPageUrl, { kind: 'page' }>,
  request: FastifyRequest,
) {
  if (query === '') return '';
  try {
    const read = dataCache.reader(site, request.id, 'stale-if-error');
    return pickDeclaredQuery(query, await renderer.declaredParameters(pathname, read));
  } catch (error) {
    // The error is ignored here, because rendering fails for the same reason and produces the error page.
    if (isReadError(error)) return '';
    throw error;
  }
}

function renderRequestedPage(
  { rendering, dataCache }: PageDependencies,
  site: SiteHost,
  page: Pick<PageToRender, 'path' | 'isSecret' | 'isPreview'>,
  { id, log }: FastifyRequest,
) {
  return renderPage(rendering, {
    ...page,
    site,
    read: dataCache.reader(site, id),
    cachedRead: dataCache.reader(site, id, 'cache-only'),
    log,
  });
}
