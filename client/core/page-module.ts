import type { ReactNode } from 'react';
import type { Lang } from '#shared/languages.ts';
import type { Image } from '#shared/media/image.ts';
import { type Read, ReadError } from '#shared/rendering.ts';
import type { Texts } from '#shared/texts.ts';
import type { Shell, ShellEntry, ShellSite } from './shell.ts';

/** What a page says of itself in `<head>`. */
export interface Head {
  title: string;
  description?: string;
  /** Path (with the declared query) that search engines should list; by default the page's own path. */
  canonical?: string;
  /** Language → path of the same page there, where the page tree does not tell. */
  alternates?: Partial<Record<Lang, string>>;
  /** The picture that shared links show. */
  image?: Pick<Image, 'url'> | null;
  /** OpenGraph's kind of page. */
  type?: 'website' | 'article' | 'product';
  /** `true` keeps the page out of search engines. */
  noIndex?: boolean;
  /** Links to the previous and next page of a list, as paths. */
  previous?: string;
  next?: string;
  /**
   * Things of schema.org, without `@context`. Made on the server only (`import.meta.env.SSR ? […] : []`): nobody reads
   * them after a navigation in the browser, and what makes them stays out of its code.
   */
  jsonLd?: readonly object[];
}

export interface LoaderArgs {
  /** The API: the storefront's data cache on the server, `/api` in the browser. */
  read: Read;
  site: ShellSite;
  shell: Shell;
  texts: Texts;
  /** The route's parameters, such as `slug` and `id`. */
  params: Readonly<Record<string, string | undefined>>;
  /** The page's address; its query holds declared parameters only. */
  url: URL;
  /** The entry of the page tree that the route belongs to, where there is one. */
  entry: ShellEntry | null;
  signal?: AbortSignal;
}

export interface LoaderResult<Data> {
  status: number;
  /** A field called `html` is not part of the hydration data: show it with `ServerHtml`. */
  data: Data;
  head: Head;
}

/**
 * A failed read may simply pass (a 404 becomes the not-found page); `redirectTo` leads elsewhere. What is thrown
 * otherwise is a defect: 500.
 */
export type PageLoader<Data> = (args: LoaderArgs) => Promise<LoaderResult<Data>>;

/** What the module of a kind of page exports. */
export interface PageModule<Data = unknown> {
  loader: PageLoader<Data>;
  Page: (props: { data: Data }) => ReactNode;
  /** Query parameters that the page reads, in the order of its normal address; all others are dropped. */
  declaredParameters?: readonly string[];
}

/** A page module whose data type is its own affair. */
export type LoadedPage = Omit<PageModule<unknown>, 'Page'> & { Page: (props: { data: never }) => ReactNode };

/** Ends a loader: the page is elsewhere. */
export class PageMoved extends Error {
  readonly location: string;
  readonly status: 301 | 302 | 308;
  constructor(location: string, status: 301 | 302 | 308 = 301) {
    super(`moved to ${location}`);
    this.name = 'PageMoved';
    this.location = location;
    this.status = status;
  }
}

/** Use as `throw redirectTo('/wines/rose-aube/6')`. */
export const redirectTo = (location: string, status: 301 | 302 | 308 = 301): PageMoved =>
  new PageMoved(location, status);

/** Use as `throw notFound()`. */
export const notFound = (): ReadError => new ReadError(404, '');
