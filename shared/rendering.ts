import type { ApiContract } from './contract.ts';
import type { CspSources } from './csp-sources.ts';
import type { ApiReaderOf } from './endpoint.ts';
import type { Lang } from './languages.ts';

/** The contract between the storefront and the render bundle, which is loaded by path and not imported. */

/** The calls of the API that loaders can read; the storefront serves them from its data cache. */
export type ReadEndpointName = Extract<keyof ApiContract, `GET ${string}`>;
export type ApiReader = ApiReaderOf<ApiContract>;

/** A read that failed, with the status of the response, or 503 without one. Loaders rethrow it; the page shows it. */
export class ApiReadError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.name = 'ApiReadError';
    this.status = status;
  }
}

/** Compares the name instead of the class, because the render bundle contains its own copy of this module. */
export const isApiReadError = (error: unknown): error is ApiReadError =>
  error instanceof Error && error.name === 'ApiReadError';

/** The site of a request, in the language of its host. */
export interface RenderedSite {
  id: number;
  name: string;
  lang: Lang;
  defaultLang: Lang;
  timeZone: string;
  /** The canonical origin in this language. */
  origin: string;
  /** One entry per language of the site, the page's own included: its canonical `origin`, and `href` for links from the current host. */
  alternates: readonly { lang: Lang; origin: string; href: string }[];
}

/** Files of the client build that documents reference. */
export interface ClientAssets {
  /** The entry module. */
  entry: string;
  /** Source path (`client/features/…`) → its module, imports and styles. */
  files: Record<string, { file: string; imports: readonly string[]; css: readonly string[] }>;
  /** Markup for the head that the development server needs. */
  developmentHead?: string;
}

export interface RenderInput {
  site: RenderedSite;
  /** Normalised path and query, with only the declared parameters, in order. */
  path: string;
  read: ApiReader;
  assets: ClientAssets;
  /** Resolves when the page may be rendered, once its data is loaded. */
  waitForTurn?: () => Promise<void>;
  /** Renders the page of a site that is being built, for its staff. */
  isPreview?: boolean;
}

export type RenderResult =
  | { kind: 'redirect'; status: 301 | 302 | 308; location: string }
  | {
      kind: 'page';
      status: number;
      /** The kind of page, such as `PRODUCT`, for metrics. A failure has none. */
      pageKind?: string | undefined;
      /** True if the page may be cached for other visitors. */
      isCacheable: boolean;
      /** See `PageUrlRules.isSecret`. */
      isSecret: boolean;
      /** The site is being built: the page stands for all of its pages and is no failure, whatever its status. */
      isBuilding?: boolean;
      /** The content of the only inline `<style>`, whose hash is in the content security policy. */
      themeStyle: string;
      /** Third-party origins that the page loads from. */
      policySources: CspSources;
      /** Values of the `Link` header: styles, modules, fonts and the first image. */
      preload: readonly string[];
      /** Extra headers such as `Retry-After`. */
      headers: Readonly<Record<string, string>>;
      /** Writes the document. May be called once. */
      write(sink: HtmlSink): void;
    };

export interface HtmlSink {
  /** The bytes must not be changed afterwards. */
  chunk(html: string | Uint8Array): void;
  end(): void;
  fail(error: unknown): void;
}

/** The key under which the storefront caches the page at a path. */
export interface PageCacheKeyRule {
  /** The query parameters that the page declares, in their normalised order. All others are dropped. */
  declaredParameters: readonly string[];
  /** The path under which the page is cached. Pages with the same HTML share one, whatever numbers their paths contain. */
  cachePath: string;
  /** No page exists at the path. The document with status 404 is the same for all such paths, and may be stored. */
  isNotFound: boolean;
}

/** Rules by which a URL is normalised and keyed before it is rendered. */
export interface PageUrlRules {
  /** Rejects if the API fails. */
  readKeyRule(input: Pick<RenderInput, 'site' | 'path' | 'read'>): Promise<PageCacheKeyRule>;
  /**
   * True if the URL contains a secret, such as a password reset token. Such a page is never cached, and its URL is kept
   * out of logs and referrers.
   */
  isSecret(pathname: string): boolean;
}

export interface Renderer extends PageUrlRules {
  render(input: RenderInput): Promise<RenderResult>;
  /** Renders a themed page for a failure outside the loaders: unknown site state, load shedding, a site being built. */
  renderFailure(input: RenderInput, failure: { status: number; message: string }): Promise<RenderResult>;
}
