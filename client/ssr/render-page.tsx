import type { ReactElement, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { RouterContextProvider, type StaticHandlerContext } from 'react-router';
import type { AppContextValue } from '#client/core/app-context.tsx';
import { createLoadedPage, type LoadedPage } from '#client/core/loaded-page.ts';
import type { PageDefinitions, RouteKind } from '#client/core/page-definition.ts';
import type { PageMetadata } from '#client/core/page-module.ts';
import type { PageResult } from '#client/core/page-result.ts';
import { HtmlFragmentCacheContext } from '#client/core/ServerCachedElement.tsx';
import { flattenPageTree, type SiteShell } from '#client/core/site-shell.ts';
import { apiReaderContext, type RouteHandle } from '#client/router/routes.ts';
import { findContentListPageEntries } from '#shared/content-type-pages.ts';
import { allContentTypes } from '#shared/content-types.ts';
import { mergeCspSources } from '#shared/csp-sources.ts';
import { escapeHtml } from '#shared/escape-html.ts';
import { escapeJsonForScript } from '#shared/escape-json-for-script.ts';
import { getLocale, type Lang } from '#shared/languages.ts';
import type { RenderInput, RenderResult } from '#shared/rendering.ts';
import { isFirstPartyPath } from '#shared/site/personal-paths.ts';
import { createFragmentCache } from './html-fragment-cache.ts';
import type { LoadedSite } from './load-site.ts';
import { collectPageAssets, omitScriptAssets, type PageAssets } from './page-assets.ts';
import { renderDocument } from './render-document.ts';
import type { RenderedTheme } from './render-theme.ts';
import type { GetOrCreateRenderableApp, RenderableApp } from './renderable-app.ts';

/**
 * The functions and pages that the composition root (`client/app`) supplies, so that the renderer does not depend on
 * features.
 */
export interface RendererParts {
  definitions: PageDefinitions;
  /** Creates the part of `<head>` that differs between pages, which is sent before the document is rendered. */
  createHead(app: AppContextValue, view: LoadedPage): ReactElement;
  /** Creates the document without that part, and with separate state stores, so that renders share no state. */
  createDocument(app: AppContextValue, view: LoadedPage): ReactElement;
  /** Wraps reusable content in the providers of a document, so that it can be rendered without the document. */
  createPart(app: AppContextValue, view: LoadedPage, children: ReactNode): ReactElement;
}

interface RenderContext extends RendererParts {
  appFor: GetOrCreateRenderableApp;
}

const hydrationEnd = Buffer.from('}</script>');

const isRedirect = (status: number): status is 301 | 302 | 308 => status === 301 || status === 302 || status === 308;

const headersByStatus: Readonly<Record<number, Record<string, string>>> = { 503: { 'retry-after': '30' } };

interface FeedLink {
  path: string;
  /** The title of the list in the page's language, because feed readers offer the feeds of a page by their titles. */
  title: string;
}

/** Lists the feeds of a site. Several pages that list the same items have one feed. */
function listFeedLinks({ pages }: Pick<SiteShell, 'pages'>): FeedLink[] {
  const entries = flattenPageTree(pages);
  return allContentTypes.flatMap((type) => {
    const { feed } = type;
    if (!feed) return [];
    const lists = findContentListPageEntries(entries, type);
    return lists
      .filter((list, index) => lists.findIndex(({ elementRoute }) => elementRoute === list.elementRoute) === index)
      .map(({ elementRoute = '', title }, index) => ({
        // The feed of the first list has a path that is the same on every site.
        path: index === 0 || !feed.buildListPath ? feed.path : feed.buildListPath(elementRoute),
        title,
      }));
  });
}

/** Links for the document's `<head>` that are the same on all pages of a site in one language. */
interface HeadLinks {
  favicon: string | undefined;
  feeds: readonly FeedLink[];
  /** SHA-256 in hex of the estate's script, which pages load as `/scripts/<hash>.js`; empty without a script. */
  scripts: string;
}

/**
 * The beginning of React's output, which is sent before React renders the document. React's preloads of pictures follow
 * it, and are left out as well.
 */
const documentStart = (lang: Lang): string => `<!DOCTYPE html><html lang="${getLocale(lang)}"><head>`;

/** Renders a preload of the first picture, so that its request starts before those of styles and scripts. */
const renderPicturePreload = ({ preload }: PageMetadata): string =>
  preload
    ? `<link rel="preload" as="image" imagesrcset="${escapeHtml(preload.imageSrcSet)}"${
        preload.imageSizes ? ` imagesizes="${escapeHtml(preload.imageSizes)}"` : ''
      } fetchpriority="high">`
    : '';

/** The viewport precedes the preload, whose source a phone would otherwise choose for the width of a desktop. */
const viewport = '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">';

/** Renders the part of `<head>` between the preload of the first picture and the part that React renders. */
function renderHeadBeginning(files: PageAssets, theme: RenderedTheme, { favicon, feeds, scripts }: HeadLinks) {
  const [entry, ...modules] = files.modules;
  return [
    `<meta name="theme-color" content="${theme.barColour}">`,
    ...theme.preloadedFonts.map(
      (url) => `<link rel="preload" as="font" type="font/woff2" href="${escapeHtml(url)}" crossorigin>`,
    ),
    `<style>${theme.style}</style>`,
    ...files.styles.map((url) => `<link rel="stylesheet" href="${escapeHtml(url)}">`),
    entry ? `<script type="module" src="${escapeHtml(entry)}"></script>` : '',
    ...modules.map((url) => `<link rel="modulepreload" href="${escapeHtml(url)}">`),
    scripts ? `<script defer src="/scripts/${escapeHtml(scripts)}.js"></script>` : '',
    favicon ? `<link rel="icon" href="${escapeHtml(favicon)}">` : '',
    '<link rel="manifest" href="/manifest.webmanifest">',
    ...feeds.map(
      ({ path, title }) =>
        `<link rel="alternate" type="application/atom+xml" href="${escapeHtml(path)}" title="${escapeHtml(title)}">`,
    ),
  ].join('');
}

/** Creates values for a `Link` header, with which the browser fetches files before it has read the document. */
const createPreloadLinkHeaderValues = (files: PageAssets, theme: RenderedTheme): string[] => [
  ...files.styles.map((url) => `<${url}>; rel=preload; as=style`),
  ...theme.preloadedFonts.map((url) => `<${url}>; rel=preload; as=font; type="font/woff2"; crossorigin`),
  ...files.modules.map((url) => `<${url}>; rel=modulepreload`),
];

/**
 * Renders the part of `<head>` that is the same for all pages of a site that load the same files, or reuses a rendered
 * one.
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
 * Renders the same part of a document in which no script runs. It contains no scripts, because browsers would report
 * each as blocked.
 */
const renderSandboxedStaticHead = ({ app: { shell }, theme }: RenderableApp, files: PageAssets): Uint8Array =>
  Buffer.from(renderHeadBeginning(files, theme, listHeadLinks(shell, '')));

/** Renders all of `<head>` that is sent before the document is rendered. */
function renderHead(
  rendered: RenderableApp,
  page: PageResult,
  { assets, isSandboxed }: RenderInput,
  files: PageAssets,
  pageHead: string,
): Uint8Array {
  const staticHead = isSandboxed
    ? renderSandboxedStaticHead(rendered, files)
    : getStaticHead(rendered, files, assets.developmentHead);
  const start = documentStart(rendered.app.shell.site.lang) + viewport + renderPicturePreload(page.head);
  return Buffer.concat([Buffer.from(start), staticHead, Buffer.from(pageHead)]);
}

const listHeadLinks = (shell: SiteShell, scripts: string): HeadLinks => ({
  favicon: shell.logos.LOGO_FAVICON?.url,
  feeds: listFeedLinks(shell),
  scripts,
});

/** Adds the result of a form to the data of the form's page, unless the page itself failed. */
const withSentForm = (page: PageResult, { sent }: RenderInput): PageResult =>
  sent && !page.failure ? { ...page, status: sent.status, data: { ...(page.data as object), sent } } : page;

/** Fields that the document contains already: `ServerHtml` and `ProductCards` read them from there. */
const isInDocument = (name: string): boolean => name === 'html' || name === 'shown';

function toJson(value: unknown): string | undefined {
  const json = JSON.stringify(value) as string | undefined;
  if (!json || !/"(?:html|shown)":/.test(json)) return json && escapeJsonForScript(json);
  return escapeJsonForScript(JSON.stringify(value, (name, field) => (isInDocument(name) ? undefined : field)));
}

/** A part of a JSON text. Long parts that are reused are cached in UTF-8, so that they are encoded only once. */
type JsonPart = string | Uint8Array;

/**
 * Minimum length in characters of JSON that is cached in UTF-8. Caching shorter texts this way would cost more than it
 * saves.
 */
const minEncodedLength = 1_000;

/**
 * JSON of arrays and of the API's objects in the data of pages. It can be reused, because the data cache freezes the
 * API's objects, and because loaders return the same array for the same cached data and never change it.
 */
const reusableJson = new WeakMap<object, JsonPart>();

const isReusable = (value: unknown): value is object =>
  Array.isArray(value) || (typeof value === 'object' && value !== null && Object.isFrozen(value));

function toSharedJson(value: unknown): JsonPart | undefined {
  if (!isReusable(value)) return toJson(value);
  const known = reusableJson.get(value);
  if (known !== undefined) return known;
  const json = toJson(value);
  if (json === undefined) return undefined;
  const part = json.length < minEncodedLength ? json : Buffer.from(json);
  reusableJson.set(value, part);
  return part;
}

/**
 * Serializes an object field by field, without those that the document contains and those that JSON cannot represent,
 * such as undefined ones.
 */
function objectJson(fields: object, fieldToJson: (value: unknown, name: string) => readonly JsonPart[]): JsonPart[] {
  const parts: JsonPart[] = [];
  for (const [name, value] of Object.entries(fields)) {
    const json = isInDocument(name) ? [] : fieldToJson(value, name);
    if (json.length > 0) parts.push(`${parts.length > 0 ? ',' : '{'}${JSON.stringify(name)}:`, ...json);
  }
  return parts.length > 0 ? [...parts, '}'] : ['{}'];
}

const toParts = (json: JsonPart | undefined): JsonPart[] => (json === undefined ? [] : [json]);

/** Encodes the parts in UTF-8. Adjacent texts are encoded together. */
function encodeParts(parts: readonly JsonPart[]): Uint8Array[] {
  const encoded: Uint8Array[] = [];
  let text = '';
  for (const part of parts) {
    if (typeof part === 'string') text += part;
    else {
      encoded.push(Buffer.from(text), part);
      text = '';
    }
  }
  return [...encoded, Buffer.from(text)];
}

/**
 * Serializes the kind and the result of a page as fields of a JSON object, escaped for a `<script>` element. Structured
 * data, the preload and the origins for the content security policy are left out, because the client does not use them.
 * @returns the parts of the JSON, in UTF-8
 */
export function encodeHydrationJson(kind: RouteKind | null, page: PageResult): Uint8Array[] {
  const { policySources: _policySources, head, ...rest } = page;
  const json = objectJson({ ...rest, head: { ...head, jsonLd: undefined, preload: undefined } }, (value, name) =>
    name === 'data' && typeof value === 'object' && value !== null && !Array.isArray(value)
      ? objectJson(value, (field) => toParts(toSharedJson(field)))
      : toParts(toJson(value)),
  );
  return encodeParts([`"kind":${JSON.stringify(kind)},"page":`, ...json]);
}

async function renderLoadedPage(
  { definitions, createHead, createDocument, createPart }: RendererParts,
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

  const view = createLoadedPage({ kind, page }, context.location, modules);
  const head = renderHead(rendered, page, input, files, renderToStaticMarkup(createHead(app, view)));
  const renderRest = async () => {
    await input.waitForRenderSlot?.();
    const reuse = createFragmentCache(rendered.reusedParts, (children) => createPart(app, view, children));
    const document = await renderDocument(
      <HtmlFragmentCacheContext value={reuse}>{createDocument(app, view)}</HtmlFragmentCacheContext>,
      {
        start: documentStart(shell.site.lang),
        bodyEnd: [hydrationStart, ...encodeHydrationJson(kind, page), hydrationEnd],
      },
    );
    reuse.renderUncachedParts();
    return document;
  };

  return {
    kind: 'page',
    status: page.status,
    pageKind: kind ?? undefined,
    isCacheable: page.status === 200 && !input.sent,
    isSecret,
    styleHash: theme.styleHash,
    policySources: mergeCspSources(
      isSecret || isFirstPartyPath(context.location.pathname) ? {} : analyticsSources,
      page.policySources ?? {},
    ),
    preload: createPreloadLinkHeaderValues(files, theme),
    headers: headersByStatus[page.status] ?? {},
    write(sink) {
      sink.chunk(head);
      renderRest().then(
        (document) => document.write(sink),
        (error: unknown) => sink.fail(error),
      );
    },
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
