import type { FastifyInstance, FastifyRequest } from 'fastify';
import { calendarContentType } from '#server/event-calendar.ts';
import { apiBasePath } from '#shared/api-path.ts';
import { allContentTypes } from '#shared/content-types.ts';
import { getLocale } from '#shared/languages.ts';
import { buildImageUrl } from '#shared/media/build-image-url.ts';
import { type ApiReader, isApiReadError, type SiteInLanguage } from '#shared/rendering.ts';
import { resolveDocumentColours } from '#shared/site/brand-colours.ts';
import { personalPaths } from '#shared/site/personal-paths.ts';
import type { RenderedDocument, RenderOutcome } from '../cache/render-outcome.ts';
import { buildPathFromRoute } from '../pages/build-path-from-route.ts';
import { buildSmallDocument } from '../pages/document-headers.ts';
import { type PageRouteDependencies, toPageCacheKey } from '../pages/page-route.ts';
import { sendDocumentBypassingCache, sendDocumentThroughCache } from '../pages/send-document.ts';
import type { SiteHost } from '../sites/host-index.ts';
import { getSiteHost } from '../sites/match-hosts.ts';
import { createElementCalendar } from './element-calendar.ts';
import { renderFeed } from './feed.ts';
import { renderSitemap } from './sitemap.ts';

type WriteText = (site: SiteInLanguage, read: ApiReader) => Promise<string>;
type RenderDiscovery = (site: SiteHost, read: ApiReader, request: FastifyRequest) => Promise<RenderOutcome>;
type DiscoveryDependencies = Pick<PageRouteDependencies, 'htmlCache' | 'dataCache' | 'generations' | 'isBuilding'>;

interface TextDocument {
  contentType: string;
  write: WriteText;
  /** True if the document reveals URLs or texts of pages, so that it is not served while the site is being built. */
  showsContent?: boolean;
}

const feedContentType = 'application/atom+xml; charset=utf-8';

/** Paths end in `$` or `/`, because rules match by prefix and a bare `/cart` would also exclude `/carte`. */
const disallowed = [`${apiBasePath}/`, ...personalPaths.flatMap((path) => [`${path}$`, `${path}/`])];

/** Renders robots.txt. It excludes the API and customers' personal pages, or the whole site while it is being built. */
async function renderRobotsTxt(site: SiteInLanguage, read: ApiReader): Promise<string> {
  const { site: info } = await read('GET /site/info');
  if (info.isBuilding) return 'User-agent: *\nDisallow: /\n';
  return `User-agent: *\n${disallowed.map((path) => `Disallow: ${path}\n`).join('')}\nSitemap: ${site.origin}/sitemap.xml\n`;
}

/**
 * Reads the estate's icon.
 * @returns The URL path of the SVG, or of a small PNG if the icon is no SVG; null if the estate has no icon.
 */
async function readSiteIcon(read: ApiReader): Promise<{ url: string; isDrawing: boolean } | null> {
  const { logos } = await read('GET /logo');
  const icon = logos.find(({ type }) => type === 'LOGO_FAVICON');
  if (!icon) return null;
  const { url } = icon.onlineImage;
  return url.startsWith('/file/')
    ? { url, isDrawing: true }
    : { url: buildImageUrl(url, 192, 'png'), isDrawing: false };
}

/** Creates the web app manifest, which browsers read when a visitor adds the site to a home screen. */
export async function renderWebManifest(site: SiteInLanguage, read: ApiReader): Promise<string> {
  const [{ theme }, { parameters }, icon] = await Promise.all([
    read('GET /theme'),
    read('GET /parameter'),
    readSiteIcon(read),
  ]);
  const byKey = Object.fromEntries(parameters.map(({ type, value }) => [type, value]));
  const colours = resolveDocumentColours(theme, byKey);
  return JSON.stringify({
    name: site.name,
    short_name: site.name,
    lang: getLocale(site.lang),
    start_url: '/',
    scope: '/',
    display: 'browser',
    background_color: colours.paper,
    theme_color: colours.primary,
    icons: icon
      ? [
          icon.isDrawing
            ? { src: icon.url, sizes: 'any', type: 'image/svg+xml' }
            : { src: icon.url, sizes: '192x192', type: 'image/png' },
        ]
      : [],
  });
}

const documents: Record<string, TextDocument> = {
  '/robots.txt': { contentType: 'text/plain; charset=utf-8', write: renderRobotsTxt },
  '/sitemap.xml': { contentType: 'application/xml; charset=utf-8', write: renderSitemap, showsContent: true },
  '/manifest.webmanifest': { contentType: 'application/manifest+json; charset=utf-8', write: renderWebManifest },
};

export function registerDiscoveryRoutes(app: FastifyInstance, dependencies: DiscoveryDependencies): void {
  const { htmlCache, dataCache, generations, isBuilding } = dependencies;
  const serve = (path: string, showsContent: boolean, render: RenderDiscovery) =>
    app.route({
      method: ['GET', 'HEAD'],
      url: path,
      handler: async (request, reply) => {
        const site = getSiteHost(request);
        const state = generations.get(site.id);
        const { generation } = state;
        if (showsContent && (await isBuilding(site, request.id))) {
          request.refusalCause = 'building';
          return sendDocumentBypassingCache(reply, unavailable(site, 503));
        }
        const page = {
          key: toPageCacheKey(site, buildPathFromRoute(path, request.params as Record<string, string>)),
          siteId: site.id,
          state,
          generation,
          hasQuery: false,
          render: () => withFailures(site, request, () => render(site, dataCache.reader(site, request.id), request)),
        };
        return sendDocumentThroughCache(htmlCache, page, request, reply);
      },
    });

  for (const [path, { contentType, write, showsContent = false }] of Object.entries(documents))
    serve(path, showsContent, async (site, read) =>
      textDocument(site, contentType, 200, await write(site.rendered, read)),
    );
  for (const type of allContentTypes) {
    if (!type.feed) continue;
    const { path, buildListPath } = type.feed;
    for (const feedPath of buildListPath ? [path, buildListPath(':route')] : [path])
      serve(feedPath, true, async (site, read, { params }) => {
        const text = await renderFeed(type, site.rendered, read, (params as { route?: string }).route);
        return textDocument(site, feedContentType, 200, text);
      });
  }
  serve('/calendar/:route/:file', true, async (site, read, { params }) => {
    const text = await createElementCalendar(params as { route: string; file: string }, site.rendered, read);
    return textDocument(site, calendarContentType, 200, text);
  });
  for (const path of ['/favicon.svg', '/favicon.ico']) serve(path, false, redirectToIcon);
}

async function redirectToIcon(site: SiteHost, read: ApiReader): Promise<RenderOutcome> {
  const icon = await readSiteIcon(read);
  if (!icon) return textDocument(site, 'text/plain; charset=utf-8', 404, 'no icon\n');
  return { kind: 'redirect', status: 302, location: icon.url };
}

async function withFailures(
  site: SiteHost,
  request: FastifyRequest,
  render: () => Promise<RenderOutcome>,
): Promise<RenderOutcome> {
  try {
    return await render();
  } catch (error) {
    if (!isApiReadError(error)) throw error;
    const route = request.routeOptions.url;
    if (error.status >= 500)
      request.log.warn({ code: 'discovery_request_failed', err: error, route }, 'discovery request failed');
    return unavailable(site, error.status);
  }
}

const unavailable = (site: SiteHost, status: number): RenderedDocument =>
  textDocument(site, 'text/plain; charset=utf-8', status, status === 404 ? 'not found\n' : 'unavailable\n');

const textDocument = ({ isSecure }: SiteHost, contentType: string, status: number, body: string): RenderedDocument =>
  buildSmallDocument({ contentType, status, body, isSecure, policy: null });
