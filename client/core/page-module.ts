import type { ReactNode } from 'react';
import type { Lang } from '#shared/languages.ts';
import type { Image } from '#shared/media/image.ts';
import type { PolicySources } from '#shared/policy-sources.ts';
import { type Read, ReadError } from '#shared/rendering.ts';
import type { Texts } from '#shared/texts.ts';
import type { Shell, ShellPageEntry, ShellSite } from './shell.ts';

/** Metadata of a page for `<head>`. */
export interface PageMetadata {
  title: string;
  description?: string;
  /** Path (with the declared query) that search engines should list; by default the page's own path. */
  canonical?: string;
  /** Language → path of the same page, for pages outside the page tree. */
  alternates?: Partial<Record<Lang, string>>;
  /** Picture for OpenGraph. */
  image?: Pick<Image, 'url'> | null;
  /** OpenGraph type. */
  type?: 'website' | 'article' | 'product';
  /** `true` keeps the page out of search engines. */
  noIndex?: boolean;
  /** Paths of the previous and next page of a list. */
  previous?: string;
  next?: string;
  /**
   * Structured data of schema.org, without `@context`. Loaders create it on the server only
   * (`import.meta.env.SSR ? […] : []`), so that the code for it is not part of the browser's build.
   */
  jsonLd?: readonly object[];
}

export interface LoaderArgs {
  /** Kind of the page, where a module serves several. */
  kind: string;
  /** The API: the storefront's data cache on the server, `/api` in the browser. */
  read: Read;
  site: ShellSite;
  shell: Shell;
  texts: Texts;
  /** The route's parameters, such as `slug` and `id`. */
  params: Readonly<Record<string, string | undefined>>;
  /** The page's address; its query holds declared parameters only. */
  url: URL;
  /** The entry of the page tree that the route belongs to. */
  entry: ShellPageEntry | null;
  signal?: AbortSignal;
}

export interface LoaderResult<Data> {
  status: number;
  /** Fields named `html` are not part of the hydration data; `ServerHtml` reads them from the document. */
  data: Data;
  head: PageMetadata;
  /** Third-party origins that the page loads from. Its `PageDefinition` must have `hasOwnPolicy`. */
  policySources?: PolicySources;
}

/**
 * Loads the data of a page. A read error becomes a page with its status, and `redirectTo` a redirect; any other error
 * is a defect with status 500.
 */
export type PageLoader<Data> = (args: LoaderArgs) => Promise<LoaderResult<Data>>;

/** Exports of the module of a page kind. */
export interface PageModule<Data = unknown> {
  loader: PageLoader<Data>;
  Page: (props: { data: Data }) => ReactNode;
  /** Query parameters that the page reads, in the order of its canonical address. All others are dropped. */
  declaredParameters?: readonly string[];
}

/** A page module with its data type erased. */
export type LoadedPage = Omit<PageModule<unknown>, 'Page'> & { Page: (props: { data: never }) => ReactNode };

/** Thrown by a loader to redirect. */
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

/** Used as `throw redirectTo('/wines/rose-aube/6')`. */
export const redirectTo = (location: string, status: 301 | 302 | 308 = 301): RedirectError =>
  new RedirectError(location, status);

/** Used as `throw notFound()`. */
export const notFound = (): ReadError => new ReadError(404, '');
