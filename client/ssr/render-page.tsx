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
import type { RenderInput, RenderResult } from '#shared/rendering.ts';
import { headStart, pageFiles, preloadLinks } from './document-frame.ts';
import type { LoadedSite } from './load-shell.ts';
import { renderDocument } from './render-document.ts';
import { appFor, type RenderedApp } from './rendered-app.ts';

const isRedirect = (status: number): status is 301 | 302 | 308 => status === 301 || status === 302 || status === 308;

/** Long HTML is in the document already: the component that shows it takes it from there. */
function hydrationJson(loaderData: unknown): string {
  const json = JSON.stringify(loaderData);
  if (!json.includes('"html":')) return escapeJson(json);
  return escapeJson(JSON.stringify(loaderData, (key, value) => (key === 'html' ? undefined : value)));
}

/** `head` without what only search engines read. */
const forBrowser = ({ head, ...page }: SettledPage): SettledPage => ({ ...page, head: { ...head, jsonLd: undefined } });

const retryAfter: Readonly<Record<number, Record<string, string>>> = { 503: { 'retry-after': '30' } };

/** The result for a page whose data is there. */
async function pageResult(
  { app, theme, shellJson, modules, scripts }: RenderedApp,
  input: RenderInput,
  context: StaticHandlerContext,
): Promise<RenderResult> {
  const route = context.matches.at(-1)?.route;
  const page = context.loaderData[route?.id ?? ''] as SettledPage;
  const asked = (route?.handle as PageHandle | undefined)?.kind ?? null;
  const kind = page.failure ? null : asked;
  const files = pageFiles(input.assets, kind, app.shell.site.lang);
  const { shell, today } = app;

  const news = pathOfKind(shell, 'NEWS');
  const document = await renderDocument(
    <App
      app={{ ...app, ...createStores(shell.site.id) }}
      view={pageView({ kind, page }, context.location, modules)}
      navigation={noNavigation}
    />,
    {
      headStart:
        (input.assets.developmentHead ?? '') +
        headStart(files, theme, {
          favicon: shell.logos.LOGO_FAVICON?.url,
          feed: news ? '/feed.xml' : null,
          scripts,
        }),
      bodyEnd: `<script type="application/json" id="hydration">{"shell":${shellJson},"today":"${today}",${hydrationJson({ kind, page: forBrowser(page) }).slice(1)}</script>`,
    },
  );

  return {
    kind: 'page',
    status: page.status,
    cacheable: page.status === 200,
    secret: asked !== null && pageDefinitions[asked].secret === true,
    themeStyle: theme.style,
    imageHosts: (kind && pageDefinitions[kind].imageHosts) ?? [],
    preload: preloadLinks(files, theme),
    headers: retryAfter[page.status] ?? {},
    write: document.write,
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
