import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { RouterContextProvider, type StaticHandlerContext } from 'react-router';
import type { AppValue } from '#client/core/app-context.tsx';
import { escapeJson } from '#client/core/escape-json.ts';
import type { PageDefinitions } from '#client/core/page-definition.ts';
import type { PageResult } from '#client/core/page-result.ts';
import { type PageView, pageView } from '#client/core/page-view.ts';
import { pathOfKind } from '#client/core/shell.ts';
import { type PageHandle, readContext } from '#client/router/routes.ts';
import type { HtmlSink, RenderInput, RenderResult } from '#shared/rendering.ts';
import { headStart, pageFiles, preloadLinks } from './document-frame.ts';
import type { LoadedSite } from './load-shell.ts';
import type { AppCache, RenderedApp } from './rendered-app.ts';

/** Supplied by the composition root: the pages, and the document that shows them. */
export interface Composition {
  definitions: PageDefinitions;
  /** The document as an element, with stores that belong to this rendering alone. */
  createDocument(app: AppValue, view: PageView): ReactElement;
}

interface RenderContext extends Composition {
  appFor: AppCache;
}

/** Pieces of the document are at least this long, in UTF-16 units: many small ones cost more than the rendering. */
const pieceLength = 32_768;

const isRedirect = (status: number): status is 301 | 302 | 308 => status === 301 || status === 302 || status === 308;

/** Long HTML is in the document already: the component that shows it takes it from there. */
function hydrationJson(loaderData: unknown): string {
  const json = JSON.stringify(loaderData);
  if (!json.includes('"html":')) return escapeJson(json);
  return escapeJson(JSON.stringify(loaderData, (key, value) => (key === 'html' ? undefined : value)));
}

/** `head` without what only search engines read. */
const forBrowser = ({ head, ...page }: PageResult): PageResult => ({ ...page, head: { ...head, jsonLd: undefined } });

function writeDocument(sink: HtmlSink, html: string, start: string, end: string): void {
  const head = html.indexOf('<head>') + '<head>'.length;
  const body = html.lastIndexOf('</body>');
  const text = `<!DOCTYPE html>${html.slice(0, head)}${start}${html.slice(head, body)}${end}${html.slice(body)}`;
  for (let at = 0; at < text.length; ) {
    let next = Math.min(text.length, at + pieceLength);
    // A piece must not end inside a surrogate pair: each is encoded by itself.
    if (next < text.length && (text.charCodeAt(next - 1) & 0xfc00) === 0xd800) next += 1;
    sink.chunk(text.slice(at, next));
    at = next;
  }
  sink.end();
}

const retryAfter: Readonly<Record<number, Record<string, string>>> = { 503: { 'retry-after': '30' } };

/** The result for a page whose data is there. */
function renderResult(
  { definitions, createDocument }: Composition,
  { app, theme, shellJson, modules, scripts }: RenderedApp,
  input: RenderInput,
  context: StaticHandlerContext,
): RenderResult {
  const route = context.matches.at(-1)?.route;
  const page = context.loaderData[route?.id ?? ''] as PageResult;
  const routeKind = (route?.handle as PageHandle | undefined)?.kind ?? null;
  const kind = page.failure ? null : routeKind;
  const definition = kind && definitions[kind];
  const files = pageFiles(input.assets, definition, app.shell.site.lang);
  const { shell, today } = app;

  const write = (sink: HtmlSink) => {
    try {
      const html = renderToString(createDocument(app, pageView({ kind, page }, context.location, modules)));
      const data = hydrationJson({ kind, page: forBrowser(page) });
      const news = pathOfKind(shell, 'NEWS');
      writeDocument(
        sink,
        html,
        (input.assets.developmentHead ?? '') +
          headStart(files, theme, {
            favicon: shell.logos.LOGO_FAVICON?.url,
            feed: news ? '/feed.xml' : null,
            scripts,
          }),
        `<script type="application/json" id="hydration">{"shell":${shellJson},"today":"${today}",${data.slice(1)}</script>`,
      );
    } catch (error) {
      sink.fail(error);
    }
  };

  return {
    kind: 'page',
    status: page.status,
    cacheable: page.status === 200,
    secret: routeKind !== null && definitions[routeKind].secret === true,
    themeStyle: theme.style,
    imageHosts: definition?.imageHosts ?? [],
    preload: preloadLinks(files, theme),
    headers: retryAfter[page.status] ?? {},
    write,
  };
}

const routeId = ({ matches }: StaticHandlerContext) => matches.at(-1)?.route.id ?? '';

const requestFor = (input: RenderInput, path: string) => new Request(new URL(path, input.site.origin));

/** Loads and renders the page at the input's path. Defects of loaders are thrown. */
export async function renderPage(context: RenderContext, input: RenderInput, site: LoadedSite): Promise<RenderResult> {
  const rendered = await context.appFor(site);
  const requestContext = new RouterContextProvider(new Map([[readContext, input.read]]));
  const found = await rendered.handler.query(requestFor(input, input.path), { requestContext });
  if (found instanceof Response) {
    const status = isRedirect(found.status) ? found.status : 302;
    return { kind: 'redirect', status, location: found.headers.get('location') ?? '/' };
  }
  if (found.errors) throw Object.values(found.errors)[0];
  return renderResult(context, rendered, input, found);
}

/** Renders a failure as the page at the input's path. */
export async function renderFailed(
  context: RenderContext,
  input: RenderInput,
  site: LoadedSite,
  page: PageResult,
): Promise<RenderResult> {
  const rendered = await context.appFor(site);
  // The route of unknown addresses reads nothing; what it found is replaced by what happened.
  const requestContext = new RouterContextProvider(new Map([[readContext, input.read]]));
  const found = await rendered.handler.query(requestFor(input, '/-'), { requestContext });
  if (found instanceof Response) throw new Error('the not-found page moved');
  const { pathname, search } = new URL(input.path, input.site.origin);
  return renderResult(context, rendered, input, {
    ...found,
    location: { ...found.location, pathname, search },
    loaderData: { ...found.loaderData, [routeId(found)]: page },
  });
}
