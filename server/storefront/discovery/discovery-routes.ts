import type { FastifyInstance, FastifyRequest } from 'fastify';
import { allContentTypes, type ContentType } from '#shared/content/content-types.ts';
import { isReadFailure, type Read, type RenderedSite } from '#shared/rendering.ts';
import type { Made } from '../cache/html-cache.ts';
import { answerDocument } from '../pages/answer-document.ts';
import { documentHeaders } from '../pages/document-headers.ts';
import { type PageParts, pageKey } from '../pages/page-route.ts';
import type { SiteHost } from '../sites/host-index.ts';
import { siteHostOf } from '../sites/site-by-host.ts';
import { contentFeed } from './content-feed.ts';
import { robots } from './robots.ts';
import { iconAddress, webManifest } from './site-icon.ts';
import { sitemap } from './sitemap.ts';

type Write = (site: RenderedSite, read: Read) => Promise<string>;
type DiscoveryParts = Omit<PageParts, 'rendering'>;

const documents: Record<string, { contentType: string; write: Write }> = {
  '/robots.txt': { contentType: 'text/plain; charset=utf-8', write: robots },
  '/sitemap.xml': { contentType: 'application/xml; charset=utf-8', write: sitemap },
  '/manifest.webmanifest': { contentType: 'application/manifest+json; charset=utf-8', write: webManifest },
  ...feeds(),
};

function feeds(): typeof documents {
  const types: readonly ContentType[] = allContentTypes;
  return Object.fromEntries(
    types.flatMap((type) => {
      const { feed } = type;
      if (!feed) return [];
      const write: Write = (site, read) => contentFeed(type, feed, site, read);
      return [[feed.path, { contentType: 'application/atom+xml; charset=utf-8', write }]];
    }),
  );
}

/** What programs ask of a site: search engines, feed readers, browsers looking for an icon. */
export function serveDiscovery(app: FastifyInstance, parts: DiscoveryParts): void {
  const serve = (path: string, make: (site: SiteHost, read: Read) => Promise<Made>) =>
    app.route({
      method: ['GET', 'HEAD'],
      url: path,
      handler: (request, reply) => {
        const site = siteHostOf(request);
        const asked = {
          key: pageKey(site, path),
          state: parts.generations.of(site.id),
          hasQuery: false,
          path,
          siteId: site.id,
          make: () => withFailures(site, request, () => make(site, parts.dataCache.reader(site, request.id))),
        };
        return answerDocument(parts.htmlCache, asked, request, reply);
      },
    });

  for (const [path, { contentType, write }] of Object.entries(documents))
    serve(path, async (site, read) => textDocument(site, contentType, 200, await write(site.rendered, read)));
  for (const path of ['/favicon.svg', '/favicon.ico']) serve(path, redirectToIcon);
}

async function redirectToIcon(site: SiteHost, read: Read): Promise<Made> {
  const icon = await iconAddress(read);
  if (!icon) return textDocument(site, 'text/plain; charset=utf-8', 404, 'no icon\n');
  return { kind: 'redirect', status: 302, location: icon.url };
}

async function withFailures(site: SiteHost, request: FastifyRequest, make: () => Promise<Made>): Promise<Made> {
  try {
    return await make();
  } catch (error) {
    if (!isReadFailure(error)) throw error;
    if (error.status >= 500) request.log.warn({ err: error, route: request.routeOptions.url }, 'nothing to tell');
    return textDocument(
      site,
      'text/plain; charset=utf-8',
      error.status,
      error.status === 404 ? 'not found\n' : 'unavailable\n',
    );
  }
}

function textDocument({ isSecure }: SiteHost, contentType: string, status: number, text: string): Made {
  const extra: Record<string, string> = {};
  if (status >= 400) extra['cache-control'] = 'no-store';
  if (status >= 500) extra['retry-after'] = '30';
  return {
    kind: 'document',
    status,
    store: status === 200,
    share: true,
    headers: documentHeaders({ contentType, isSecure, policy: null, extra }),
    write(sink) {
      sink.chunk(text);
      sink.end();
    },
  };
}
