import type { FastifyBaseLogger } from 'fastify';
import type { CspSources } from '#shared/csp-sources.ts';
import {
  type ApiReader,
  type FormSubmissionResult,
  isApiReadError,
  type RenderInput,
  type RenderResult,
} from '#shared/rendering.ts';
import { createBufferedDocument } from '../cache/create-buffered-document.ts';
import { decideDocumentCacheability } from '../cache/page-cache-policy.ts';
import type { RenderOutcome } from '../cache/render-outcome.ts';
import type { SiteHost } from '../sites/host-index.ts';
import { buildDocumentHeaders } from './document-headers.ts';
import type { RendererSource } from './renderer-source.ts';

/**
 * Checks whether a link preloads the stylesheet. The Link header contains nothing else, because the document names all
 * other files within its first packet, and a longer header would be stored with every cached response.
 */
const isStyle = (link: string): boolean => /\bas=style\b/.test(link);

/** Value of the Retry-After header in seconds if the renderer sets none. */
const defaultRetryAfter = '30';

export interface PageRenderInput {
  site: SiteHost;
  path: string;
  /** True if the path contains a secret and must not be logged. */
  isSecret: boolean;
  /** True if no page exists at the path. Its document may then be stored once for all such paths. */
  isNotFound: boolean;
  /** True if the path has the id of a person's thing, such as an order. Browsers and proxies keep no copy then. */
  hasPersonalId?: boolean;
  /** True for a page of a site that is being built, shown to staff or at log-in, and for unpublished content. */
  isPreview: boolean;
  /** True for a preview of unpublished content, whose document must not run scripts. */
  isSandboxed?: boolean;
  sent?: FormSubmissionResult;
  /** True if a page with status 200 can be sent while it is rendered. All others are rendered first. */
  canStream?: boolean;
  /** Reads data from the API. Rejects if the API fails. */
  read: ApiReader;
  /** Reads cached data of any age and never calls the API. That suffices for the layout of an error page. */
  cachedRead: ApiReader;
  waitForRenderSlot: () => Promise<void>;
  log: FastifyBaseLogger;
}

/**
 * Renders one page. A failed API call becomes a page in the site's design with the call's status, such as 503, any
 * other error of a loader or of React a 500, except that of a page which is sent while it is rendered.
 */
export async function renderPage(rendering: RendererSource, page: PageRenderInput): Promise<RenderOutcome> {
  const { renderer, assets } = await rendering.current();
  const { site, path, read, waitForRenderSlot, isPreview, isSandboxed = false, sent } = page;
  const input: RenderInput = {
    site: site.rendered,
    path,
    read,
    assets,
    waitForRenderSlot,
    isPreview,
    isSandboxed,
    ...(sent && { sent }),
  };
  try {
    const result = await renderer.render(input);
    if (result.kind === 'page' && result.status === 503 && !result.isBuilding)
      page.log.warn(
        { code: 'page_unavailable', ...(!page.isSecret && { page: page.path.split('?', 1)[0] }) },
        'page unavailable',
      );
    return await toRenderOutcome(result, page, rendering);
  } catch (error) {
    const status = isApiReadError(error) ? error.status : 500;
    if (status === 500) logRenderError(page.log, error);
    const failure = { status, message: '' };
    return toRenderOutcome(await renderer.renderFailure({ ...input, read: page.cachedRead }, failure), page, rendering);
  }
}

const logRenderError = (log: FastifyBaseLogger, error: unknown): void =>
  log.error({ code: 'page_render_failed', err: error }, 'page render failed');

interface ContentSecurityPolicyOptions {
  /** SHA-256 in base64 of the page's inline `<style>` element, which the policy allows; empty without one. */
  styleHash: string;
  sources?: CspSources;
  /** Other origins of the site, to which the form for a change of language submits cart and session. */
  formTargets?: readonly string[];
  isSecure: boolean;
  /**
   * True for a document that the site's admin panel shows in a frame, in which scripts and forms are blocked. The
   * document keeps its origin, because browsers load no fonts for a document with an opaque origin.
   */
  isSandboxed?: boolean;
  /** In development, inline scripts and styles and a WebSocket are allowed, because Vite's server needs them. */
  isDevelopment?: boolean;
}

/**
 * Builds the Content-Security-Policy of a page. It allows the site's own origin, the inline style by its hash, and
 * third parties only on the pages that need them.
 */
export function buildContentSecurityPolicy({
  styleHash,
  sources = {},
  formTargets = [],
  isSecure,
  isSandboxed = false,
  isDevelopment = false,
}: ContentSecurityPolicyOptions): string {
  const style = styleHash ? ` 'sha256-${styleHash}'` : '';
  const directives = [
    "default-src 'self'",
    withSources(isDevelopment ? "script-src 'self' 'unsafe-inline'" : "script-src 'self'", sources.script),
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : `style-src 'self'${style}`,
    withSources("img-src 'self' data:", sources.img),
    withSources(isDevelopment ? "connect-src 'self' ws:" : "connect-src 'self'", sources.connect),
    ...(sources.frame?.length ? [withSources("frame-src 'self'", sources.frame)] : []),
    ...(isSandboxed ? ['sandbox allow-same-origin', "frame-ancestors 'self'"] : ["frame-ancestors 'none'"]),
    "base-uri 'self'",
    withSources("form-action 'self'", formTargets),
    "object-src 'none'",
  ];
  if (isSecure) directives.push('upgrade-insecure-requests');
  return directives.join('; ');
}

const withSources = (directive: string, origins: readonly string[] = []): string => [directive, ...origins].join(' ');

/** @throws the error of React, unless the page can be sent while it is rendered */
async function toRenderOutcome(
  result: RenderResult,
  page: PageRenderInput,
  { clientFolder }: RendererSource,
): Promise<RenderOutcome> {
  if (result.kind === 'redirect') return result;
  const { isSecure } = page.site;
  const isDevelopment = clientFolder === null;
  const isSecret = page.isSecret || result.isSecret;
  const policy = buildContentSecurityPolicy({
    styleHash: result.styleHash,
    sources: result.policySources,
    formTargets: page.site.rendered.alternates.flatMap(({ lang, href }) => (lang === page.site.lang ? [] : [href])),
    isSecure,
    isSandboxed: page.isSandboxed ?? false,
    isDevelopment,
  });
  const extra: Record<string, string> = { ...result.headers };
  if (isSecret || page.hasPersonalId || page.isPreview || page.sent || result.status >= 400)
    extra['cache-control'] = 'no-store';
  if (result.status === 503) extra['retry-after'] ??= defaultRetryAfter;
  // Browsers refuse to open a sandboxed document that has a Cross-Origin-Opener-Policy in a tab.
  if (page.isSandboxed) extra['cross-origin-opener-policy'] = 'unsafe-none';
  const cacheability = decideDocumentCacheability({ ...result, isSecret, isNotFound: page.isNotFound, isDevelopment });
  const document = createBufferedDocument(result);
  // In development, an error is shown in place of the page.
  if (!page.canStream || result.status !== 200 || isDevelopment) await document.complete();
  else document.complete().catch((error: unknown) => logRenderError(page.log, error));
  return {
    kind: 'document',
    status: result.status,
    pageKind: result.pageKind ?? (result.status >= 400 ? 'FAILURE' : undefined),
    ...cacheability,
    headers: buildDocumentHeaders({
      contentType: 'text/html; charset=utf-8',
      isSecure,
      isSecret,
      policy,
      preload: result.preload.filter(isStyle),
      extra,
    }),
    document,
  };
}
