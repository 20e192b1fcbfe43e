import type { ReactElement, ReactNode } from 'react';
import { RouterContextProvider, type StaticHandlerContext } from 'react-router';
import type { AppContextValue } from '#client/core/app-context.tsx';
import { createLoadedPage, type LoadedPage } from '#client/core/loaded-page.ts';
import type { PageDefinitions } from '#client/core/page-definition.ts';
import type { PageResult } from '#client/core/page-result.ts';
import { HtmlFragmentCacheContext } from '#client/core/ServerCachedElement.tsx';
import type { SiteShell } from '#client/core/site-shell.ts';
import { apiReaderContext, type RouteHandle } from '#client/router/routes.ts';
import { mergeCspSources } from '#shared/csp-sources.ts';
import type { RenderInput, RenderResult } from '#shared/rendering.ts';
import { isPathWithoutThirdPartyCode } from '#shared/site/personal-paths.ts';
import { listFeedLinks } from './feed-links.ts';
import { createHtmlFragmentCacheOfDocument } from './html-fragment-cache.ts';
import { encodePageAsHydrationJsonParts } from './hydration-json.ts';
import type { LoadedSite } from './load-site.ts';
import { collectPageAssets, omitScriptAssets, type PageAssets } from './page-assets.ts';
import { renderDocument } from './render-document.ts';
import type { GetOrCreateRenderableApp, RenderableApp } from './renderable-app.ts';
import { createPreloadLinkHeaderValues, type HeadLinks, renderHeadBeginning } from './static-head.ts';

/**
 * The functions and pages that the composition root (`client/app`) supplies, so that the renderer does not depend on
 * features.
 */
export interface RendererPagesAndDocumentFactories {
  definitions: PageDefinitions;
  /** Creates the document with separate state stores, so that renders share no state. */
  createDocument(app: AppContextValue, view: LoadedPage): ReactElement;
  /** Wraps reusable content in the providers of a document, so that it can be rendered without the document. */
  createPart(app: AppContextValue, view: LoadedPage, children: ReactNode): ReactElement;
}

interface RenderContext extends RendererPagesAndDocumentFactories {
  appFor: GetOrCreateRenderableApp;
}

const hydrationEnd = Buffer.from('}</script>');

const isRedirect = (status: number): status is 301 | 302 | 308 => status === 301 || status === 302 || status === 308;

const headersByStatus: Readonly<Record<number, Record<string, string>>> = { 503: { 'retry-after': '30' } };

/**
 * Renders the beginning of `<head>`, or reuses a rendered one, because it is the same for all pages of a site that load
 * the same files.
 */
function getStaticHead(
  { app: { shell }, theme, scripts, staticHeads }: RenderableApp,
  files: PageAssets,
  developmentHead = '',
): Uint8Array {
  let staticHead = staticHeads.get(files);
  if (!staticHead) {
    staticHead = Buffer.from(developmentHead + renderHeadBeginning(files, theme, listHeadLinks(shell, scripts)));
    staticHeads.set(files, staticHead);
  }
  return staticHead;
}

/**
 * Renders the beginning of `<head>` of a document in which no script runs. It contains no scripts, because browsers
 * would report each as blocked.
 */
const renderSandboxedStaticHead = ({ app: { shell }, theme }: RenderableApp, files: PageAssets): Uint8Array =>
  Buffer.from(renderHeadBeginning(files, theme, listHeadLinks(shell, '')));

const listHeadLinks = (shell: SiteShell, scripts: string): HeadLinks => ({
  favicon: shell.logos.LOGO_FAVICON?.url,
  feeds: listFeedLinks(shell),
  scripts,
});

/** Adds the result of a form to the data of the form's page, unless the page itself failed. */
const withSentForm = (page: PageResult, { sent }: RenderInput): PageResult =>
  sent && !page.failure ? { ...page, status: sent.status, data: { ...(page.data as object), sent } } : page;

async function renderLoadedPage(
  { definitions, createDocument, createPart }: RendererPagesAndDocumentFactories,
  rendered: RenderableApp,
  input: RenderInput,
  context: StaticHandlerContext,
): Promise<RenderResult> {
  const { app, theme, analyticsSources, hydrationStart, modules } = rendered;
  const { shell } = app;
  const route = context.matches.at(-1)?.route;
  const page = withSentForm(context.loaderData[route?.id ?? ''] as PageResult, input);
  const routeKind = (route?.handle as RouteHandle | undefined)?.kind ?? null;
  const kind = page.failure ? null : routeKind;
  const definition = kind && definitions[kind];
  const pageFiles = collectPageAssets(input.assets, definition, shell.site.lang);
  const files = input.isSandboxed ? omitScriptAssets(pageFiles) : pageFiles;
  const isSecret = routeKind !== null && definitions[routeKind].hasSecret === true;

  await input.waitForRenderSlot?.();
  const view = createLoadedPage({ kind, page }, context.location, modules);
  const reuse = createHtmlFragmentCacheOfDocument(rendered.reusedParts, (children) => createPart(app, view, children));
  const document = await renderDocument(
    <HtmlFragmentCacheContext value={reuse}>{createDocument(app, view)}</HtmlFragmentCacheContext>,
    {
      staticHead: input.isSandboxed
        ? renderSandboxedStaticHead(rendered, files)
        : getStaticHead(rendered, files, input.assets.developmentHead),
      bodyEnd: [hydrationStart, ...encodePageAsHydrationJsonParts(kind, page), hydrationEnd],
    },
  );
  reuse.renderUncachedParts();

  return {
    kind: 'page',
    status: page.status,
    pageKind: kind ?? undefined,
    isCacheable: page.status === 200 && !input.sent,
    isSecret,
    styleHash: theme.styleHash,
    policySources: mergeCspSources(
      isSecret || isPathWithoutThirdPartyCode(context.location.pathname) ? {} : analyticsSources,
      page.policySources ?? {},
    ),
    preload: createPreloadLinkHeaderValues(files, theme),
    headers: headersByStatus[page.status] ?? {},
    write: document.write,
  };
}

const routeId = ({ matches }: StaticHandlerContext) => matches.at(-1)?.route.id ?? '';

const requestFor = (input: RenderInput, path: string) => new Request(input.site.origin + path);

/**
 * Loads and renders the page at the URL path of `input`.
 * @throws the errors of loaders that are not failed reads from the API
 */
export async function renderPage(context: RenderContext, input: RenderInput, site: LoadedSite): Promise<RenderResult> {
  const rendered = await context.appFor(site);
  const requestContext = new RouterContextProvider(new Map([[apiReaderContext, input.read]]));
  const loaded = await rendered.handler.query(requestFor(input, input.path), { requestContext });
  if (loaded instanceof Response) {
    const status = isRedirect(loaded.status) ? loaded.status : 302;
    return { kind: 'redirect', status, location: loaded.headers.get('location') ?? '/' };
  }
  if (loaded.errors) throw Object.values(loaded.errors)[0];
  return renderLoadedPage(context, rendered, input, loaded);
}

/** Renders a failure as the page at the URL path of `input`. */
export async function renderFailurePage(
  context: RenderContext,
  input: RenderInput,
  site: LoadedSite,
  page: PageResult,
): Promise<RenderResult> {
  const rendered = await context.appFor(site);
  // The loader of the not-found route does not call the API. The failure then replaces its loader data.
  const requestContext = new RouterContextProvider(new Map([[apiReaderContext, input.read]]));
  const loaded = await rendered.handler.query(requestFor(input, '/-'), { requestContext });
  if (loaded instanceof Response) throw new Error('the loader of the not-found page redirected');
  const { pathname, search } = new URL(input.path, input.site.origin);
  return renderLoadedPage(context, rendered, input, {
    ...loaded,
    location: { ...loaded.location, pathname, search },
    loaderData: { ...loaded.loaderData, [routeId(loaded)]: page },
  });
}
