import { renderToString } from 'react-dom/server';
import { RouterContextProvider, type StaticHandlerContext } from 'react-router';
import { App } from '#client/app/App.tsx';
import { pageDefinitions } from '#client/app/page-kinds.ts';
import { createStores } from '#client/app/stores.ts';
import { escapeJson } from '#client/core/escape-json.ts';
import { noNavigation } from '#client/core/navigation.ts';
import { pageView } from '#client/core/page-view.ts';
import type { SettledPage } from '#client/core/settled-page.ts';
import { pathOfKind } from '#client/core/shell.ts';
import { type PageHandle, readContext } from '#client/router/routes.ts';
import { allContentTypes } from '#shared/content/content-types.ts';
import type { HtmlSink, RenderInput, RenderResult } from '#shared/rendering.ts';
import { headStart, pageFiles, preloadLinks } from './document-frame.ts';
import type { LoadedSite } from './load-shell.ts';
import { appFor, type RenderedApp } from './rendered-app.ts';

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
const forBrowser = ({ head, ...page }: SettledPage): SettledPage => ({ ...page, head: { ...head, jsonLd: undefined } });

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
function pageResult(
  { app, theme, shellJson, modules, scripts }: RenderedApp,
  input: RenderInput,
  context: StaticHandlerContext,
): RenderResult {
  const route = context.matches.at(-1)?.route;
  const page = context.loaderData[route?.id ?? ''] as SettledPage;
  const asked = (route?.handle as PageHandle | undefined)?.kind ?? null;
  const kind = page.failure ? null : asked;
  const files = pageFiles(input.assets, kind, app.shell.site.lang);
  const { shell, today } = app;

  const write = (sink: HtmlSink) => {
    try {
      const html = renderToString(
        <App
          app={{ ...app, ...createStores(shell.site.id) }}
          view={pageView({ kind, page }, context.location, modules)}
          navigation={noNavigation}
        />,
      );
      const data = hydrationJson({ kind, page: forBrowser(page) });
      writeDocument(
        sink,
        html,
        (input.assets.developmentHead ?? '') +
          headStart(files, theme, {
            favicon: shell.logos.LOGO_FAVICON?.url,
            feeds: allContentTypes.flatMap(({ listKind, feed }) =>
              feed && pathOfKind(shell, listKind) !== null ? [feed.path] : [],
            ),
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
    secret: asked !== null && pageDefinitions[asked].secret === true,
    themeStyle: theme.style,
    imageHosts: (kind && pageDefinitions[kind].imageHosts) ?? [],
    preload: preloadLinks(files, theme),
    headers: retryAfter[page.status] ?? {},
    write,
  };
}

const routeId = ({ matches }: StaticHandlerContext) => matches.at(-1)?.route.id ?? '';

const requestFor = (input: RenderInput, path: string) => new Request(new URL(path, input.site.origin));

/** Loads and renders the page at the input's path. Defects of loaders are thrown. */
export async function renderPage(input: RenderInput, site: LoadedSite): Promise<RenderResult> {
  const rendered = await appFor(site);
  const requestContext = new RouterContextProvider(new Map([[readContext, input.read]]));
  const context = await rendered.handler.query(requestFor(input, input.path), { requestContext });
  if (context instanceof Response) {
    const status = isRedirect(context.status) ? context.status : 302;
    return { kind: 'redirect', status, location: context.headers.get('location') ?? '/' };
  }
  if (context.errors) throw Object.values(context.errors)[0];
  return pageResult(rendered, input, context);
}

/** Renders a failure as the page at the input's path. */
export async function renderFailed(input: RenderInput, site: LoadedSite, page: SettledPage): Promise<RenderResult> {
  const rendered = await appFor(site);
  // The route of unknown addresses reads nothing; what it found is replaced by what happened.
  const requestContext = new RouterContextProvider(new Map([[readContext, input.read]]));
  const context = await rendered.handler.query(requestFor(input, '/-'), { requestContext });
  if (context instanceof Response) throw new Error('the not-found page moved');
  const { pathname, search } = new URL(input.path, input.site.origin);
  return pageResult(rendered, input, {
    ...context,
    location: { ...context.location, pathname, search },
    loaderData: { ...context.loaderData, [routeId(context)]: page },
  });
}
