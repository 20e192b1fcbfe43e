import type { ApiContract } from './contract.ts';
import type { ReadFrom } from './endpoint.ts';
import type { Lang } from './languages.ts';

/** The contract between the storefront and the bundle that renders. Neither imports the other: it is loaded by path. */

/** A read of the API, as loaders ask for it; the storefront answers from its data cache. */
export type ReadName = Extract<keyof ApiContract, `GET ${string}`>;
export type Read = ReadFrom<ApiContract>;

/** A call that was answered with a failure, or not at all (`status` 503). Loaders let it pass; the page shows it. */
export class ReadFailure extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.name = 'ReadFailure';
    this.status = status;
  }
}

/** By name, not by class: the bundle that renders carries its own copy of this module. */
export const isReadFailure = (error: unknown): error is ReadFailure =>
  error instanceof Error && error.name === 'ReadFailure';

/** The site as its folder and the request's host say it. */
export interface RenderedSite {
  id: number;
  name: string;
  lang: Lang;
  defaultLang: Lang;
  timeZone: string;
  /** The canonical origin in this language. */
  origin: string;
  /** The site in its other languages, itself included: the canonical origin, and where the reader goes from this host. */
  alternates: readonly { lang: Lang; origin: string; href: string }[];
}

/** Files of the client build that the document names. */
export interface ClientAssets {
  /** Module of the client's entry. */
  entry: string;
  /** Source path as the build knows it (`client/features/…`) → its module, what it imports and its styles. */
  files: Record<string, { file: string; imports: readonly string[]; css: readonly string[] }>;
  /** In development: markup that the development server wants in the head. */
  developmentHead?: string;
}

export interface RenderInput {
  site: RenderedSite;
  /** Path and query, normalised: the declared parameters only, in order. */
  path: string;
  read: Read;
  assets: ClientAssets;
}

export type RenderResult =
  | { kind: 'redirect'; status: 301 | 302 | 308; location: string }
  | {
      kind: 'page';
      status: number;
      /** Whether these bytes may be stored for other visitors. */
      cacheable: boolean;
      /** Whether its address holds a secret: see `PageAddressRules.isSecret`. */
      secret: boolean;
      /** Text of the one inline `<style>`, whose hash the policy names. */
      themeStyle: string;
      /** Origins that its pictures may come from, besides the site's own. */
      imageHosts: readonly string[];
      /** `Link` header: what the browser needs first (style, module, font, first picture). */
      preload: readonly string[];
      /** Extra headers such as `Retry-After`. */
      headers: Readonly<Record<string, string>>;
      /** Writes the document. May be called once. */
      write(sink: HtmlSink): void;
    };

export interface HtmlSink {
  chunk(html: string | Uint8Array): void;
  end(): void;
  fail(error: unknown): void;
}

/** How a path's query is understood, so that it can be normalised and keyed before anything is rendered. */
export interface PageAddressRules {
  /** Names of query parameters that the page at `pathname` declares; all others are dropped. Sorted in this order. */
  declaredParameters(pathname: string, read: Read): Promise<readonly string[]>;
  /**
   * Whether the address itself is a secret, such as one that sets a new password. Such a page is made for its visitor
   * alone; it is stored nowhere, and no log or other site hears where it is.
   */
  isSecret(pathname: string): boolean;
}

export interface Renderer extends PageAddressRules {
  render(input: RenderInput): Promise<RenderResult>;
  /** A themed page for a failure outside a page's own loaders (unknown site state, load shedding, building). */
  renderFailure(input: RenderInput, failure: { status: number; message: string }): Promise<RenderResult>;
}
