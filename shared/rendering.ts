import type { ApiContractWithoutAdminResources } from './contract.ts';
import type { CspSources } from './csp-sources.ts';
import type { ApiReaderOf } from './endpoint.ts';
import type { Lang } from './languages.ts';
import type { ErrorMessageByField } from './response-envelope.ts';
import type { ReviewInvitation } from './reviews/review-schemas.ts';

/**
 * This file is the contract between the storefront and the render bundle, which the storefront loads by path and does
 * not import.
 */

/** The calls that page loaders can make. While it renders, the storefront serves them from its data cache. */
export type ReadEndpointName = Extract<keyof ApiContractWithoutAdminResources, `GET ${string}`>;
export type ApiReader = ApiReaderOf<ApiContractWithoutAdminResources>;

/**
 * A read from the API that failed. `status` is that of the response, or 503 without a valid response. The page loader
 * passes it on, and the visitor gets a failure page. Loaders also throw it themselves, with 404 for a page that does
 * not exist.
 */
export class ApiReadError extends Error {
  readonly status: number;
  /** The API's message for the visitor; empty if the API sent none. The inherited `message` is for logs only. */
  readonly visitorMessage: string;
  constructor(status: number, message: string, visitorMessage = status < 500 ? message : '') {
    super(message);
    this.name = 'ApiReadError';
    this.status = status;
    this.visitorMessage = visitorMessage;
  }
}

/** The name is compared instead of the class, because the render bundle contains its own copy of this module. */
export const isApiReadError = (error: unknown): error is ApiReadError =>
  error instanceof Error && error.name === 'ApiReadError';

export interface SiteInLanguage {
  id: number;
  name: string;
  lang: Lang;
  defaultLang: Lang;
  timeZone: string;
  origin: string;
  /**
   * One entry per language of the site, including the current one: `origin` is the canonical origin in that language,
   * and `href` the URL for links from the current host.
   */
  alternates: readonly { lang: Lang; origin: string; href: string }[];
}

export interface ClientAssets {
  entry: string;
  /** Built module, imported modules and style sheets by source path, such as `client/features/…`. */
  files: Record<string, { file: string; imports: readonly string[]; css: readonly string[] }>;
  /** Markup that the development server inserts into the document's `<head>`. */
  developmentHead?: string;
}

/** The result of a form sent without scripts, for the page of the form; for a review also before the form is sent. */
export interface FormSubmissionResult {
  status: number;
  isAccepted: boolean;
  message: string;
  errors: ErrorMessageByField;
  /** The answers as the visitor typed them, by field. */
  answers: Readonly<Record<string, readonly string[]>>;
  /** The reviews that a customer can write, on the page of a review invitation; null if its link has expired. */
  invitation?: ReviewInvitation | null;
}

export interface RenderInput {
  site: SiteInLanguage;
  /** The normalised path and query, with only those parameters that the page declares, in a fixed order. */
  path: string;
  read: ApiReader;
  assets: ClientAssets;
  /**
   * Waits in the storefront's render queue until the body of this page may be rendered. It is called once the head has
   * been written.
   */
  waitForRenderSlot?: () => Promise<void>;
  /** True for a page of a site that is being built, shown to staff or at log-in, and for unpublished content. */
  isPreview?: boolean;
  /** True for a sandboxed document, in which no script runs. The document then contains no references to scripts. */
  isSandboxed?: boolean;
  /** The result of a form that was sent without scripts, which the page receives in its data as `sent`. */
  sent?: FormSubmissionResult;
}

export type RenderResult =
  | { kind: 'redirect'; status: 301 | 302 | 308; location: string }
  | {
      kind: 'page';
      status: number;
      /** The kind of page, such as `PRODUCT`, for metrics and the cache; absent for a failure page. */
      pageKind?: string | undefined;
      /** True for status 200 without the result of a form. A secret URL or a header can still forbid caching. */
      isCacheable: boolean;
      /** True if the page's URL contains a secret; see `PageUrlCacheRules.isSecret`. */
      isSecret: boolean;
      /**
       * True for the page that stands for all pages of a site that is still being built. Its status 503 does not count
       * as a failure.
       */
      isBuilding?: boolean;
      /** SHA-256 in base64 of the document's only inline `<style>`, which the content security policy allows. */
      styleHash: string;
      policySources: CspSources;
      /** Values for the `Link` response header, which preload style sheets, fonts and modules. */
      preload: readonly string[];
      /** Extra response headers such as `Retry-After`. */
      headers: Readonly<Record<string, string>>;
      /**
       * Writes the document to `sink`: its head at once, and the rest when it has been rendered, so that an error may
       * follow the head. It may be called only once.
       */
      write(sink: HtmlSink): void;
    };

export interface HtmlSink {
  /** Receives a part of the document. The bytes must not be changed afterwards, because the sink does not copy them. */
  chunk(html: string | Uint8Array): void;
  end(): void;
  fail(error: unknown): void;
}

/** The rule for the key under which the storefront caches the page at one URL. */
export interface PageUrlCacheKeyRule {
  /** The query parameters that the page declares, in their normalised order. The storefront drops all others. */
  declaredQueryParameters: readonly string[];
  /**
   * The path under which the page is cached: its URL path, or a path that pages with the same HTML share, such as those
   * that do not exist.
   */
  cachePath: string;
  /** True if no page exists at the path. All such paths share one document with status 404, which may be cached. */
  isNotFound: boolean;
}

/** Rules by which the storefront normalises a URL and chooses its cache key before the page is rendered. */
interface PageUrlCacheRules {
  /** Derives the rule for the cache key of a page from its URL. The promise rejects if the API fails. */
  readKeyRule(input: Pick<RenderInput, 'site' | 'path' | 'read'>): Promise<PageUrlCacheKeyRule>;
  /**
   * True if the URL contains a secret, such as a password reset token. Such a page is never cached, and its URL is kept
   * out of logs and referrers.
   */
  isSecret(pathname: string): boolean;
}

export interface Renderer extends PageUrlCacheRules {
  render(input: RenderInput): Promise<RenderResult>;
  /**
   * Renders a failure page in the site's theme, after `render` has thrown an error. An empty message is replaced by the
   * one for the status.
   */
  renderFailure(input: RenderInput, failure: { status: number; message: string }): Promise<RenderResult>;
}
