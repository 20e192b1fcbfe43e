import type { ReactNode } from 'react';
import type { PicturePreload } from '#client/ui/Picture.tsx';
import type { CspSources } from '#shared/csp-sources.ts';
import type { Lang } from '#shared/languages.ts';
import type { Image } from '#shared/media/image.ts';
import { ApiReadError, type ApiReader } from '#shared/rendering.ts';
import type { Texts } from '#shared/texts.ts';
import type { ClientPageEntry, ClientSite, SiteShell } from './site-shell.ts';

export interface PageMetadata {
  title: string;
  description?: string;
  /** The URL path that search engines should list, with its query if it has one; by default the page's own path. */
  canonical?: string;
  /** The URL paths of the page in the site's languages, for pages outside the page tree. */
  alternates?: Partial<Record<Lang, string>>;
  /** The picture for link previews (OpenGraph). */
  image?: Pick<Image, 'url'> | null;
  /** The picture that the page shows first, created by `createPicturePreload` on the server only. */
  preload?: PicturePreload | undefined;
  type?: 'website' | 'article' | 'product';
  /** `true` to keep the page out of search engines. */
  hasNoIndex?: boolean;
  /** URL paths of the previous and the next page of a list. */
  previous?: string;
  next?: string;
  /**
   * Structured data of schema.org, without `@context`. Loaders create it on the server only (`import.meta.env.SSR ? […]
   * : []`), so that the browser's build does not contain the code for it.
   */
  jsonLd?: readonly object[];
}

export interface LoaderArgs {
  /** The kind of the page, for a page module that serves several kinds. */
  kind: string;
  /** Reads from the API: through the storefront's data cache on the server, and through `/api` in the browser. */
  read: ApiReader;
  site: ClientSite;
  shell: SiteShell;
  texts: Texts;
  /** The route's parameters, such as `slug` and `id`. */
  params: Readonly<Record<string, string | undefined>>;
  /** The URL of the page. On the server, its query contains only the parameters that the page declares. */
  url: URL;
  /**
   * The entry of the page in the page tree; for the page of an item, the entry of the item's list; `null` for all other
   * pages.
   */
  entry: ClientPageEntry | null;
  signal?: AbortSignal;
}

export interface LoaderResult<Data> {
  status: number;
  /**
   * The data for the page's component. Fields named `html` are not part of the hydration data; `ServerHtml` reads these
   * fields from the document.
   */
  data: Data;
  head: PageMetadata;
  /** Third-party origins that the page loads from. The `PageDefinition` of such a page must set `hasOwnPolicy`. */
  policySources?: CspSources;
}

/**
 * Loads the data of a page. A failed read from the API results in a page with the status of the API's response,
 * `createRedirectError` in a redirect, and any other error in a page with status 500.
 */
export type PageLoader<Data> = (args: LoaderArgs) => Promise<LoaderResult<Data>>;

/** The exports that a page module must or may have. */
interface PageModule<Data = unknown> {
  loader: PageLoader<Data>;
  Page: (props: { data: Data }) => ReactNode;
  /** Query parameters that the page reads, in the order of its normalised URL. The server drops all others. */
  declaredQueryParameters?: readonly string[];
}

export type AnyPageModule = Omit<PageModule<unknown>, 'Page'> & { Page: (props: { data: never }) => ReactNode };

export class RedirectError extends Error {
  readonly location: string;
  readonly status: 301 | 302 | 308;
  constructor(location: string, status: 301 | 302 | 308 = 301) {
    super(`redirected to ${location}`);
    this.name = 'RedirectError';
    this.location = location;
    this.status = status;
  }
}

export const createRedirectError = (location: string, status: 301 | 302 | 308 = 301): RedirectError =>
  new RedirectError(location, status);

export const createNotFoundError = (): ApiReadError => new ApiReadError(404, '');
