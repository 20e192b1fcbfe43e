import type { ApiReaderOf } from '../endpoint.ts';
import type { Lang } from '../languages.ts';
import { pageSize } from '../limits.ts';
import type { PageKind } from '../site/page-kinds.ts';
import type { BlogFolder } from './blog-endpoints.ts';
import { maxFolderDepth } from './blog-folder-tree.ts';
import type { ContentContract } from './content-contract.ts';
import type * as wire from './content-endpoints.ts';
import {
  type ContentDetailKind,
  type ContentFolderKind,
  type ContentTypeName,
  contentPageKinds,
} from './content-page-kinds.ts';
import {
  type StandardContentType,
  type StandardContentTypeName,
  standardContentTypeNames,
  standardContentTypes,
} from './standard-content-types.ts';

/** A function that reads content from the API. Every `ApiReader` of the page modules is assignable to it. */
type ContentRead = ApiReaderOf<ContentContract>;

/** The fields of a content item that lists, sitemap and feed need. */
export type ContentSummary = Pick<
  wire.ContentItem,
  'id' | 'slug' | 'title' | 'summary' | 'publishedAt' | 'updatedAt' | 'image'
>;

export type ContentPageItem = ContentSummary & Pick<wire.ContentDetail, 'html' | 'images'>;

export interface ContentList {
  items: readonly ContentSummary[];
  total: number;
}

export type ContentFolder = Pick<BlogFolder, 'id' | 'slug'>;

type ListQuery = { page?: number; nbItem?: number; promoted?: 'true' };

/**
 * Describes a content type, such as news. The calls of the API, the pages and their paths, sitemap, feed, the folder of
 * its files in a site's folder and the editing by staff are derived from it. Its tables are registered in
 * `server/api/content/content-tables.ts`.
 */
export interface ContentType extends Pick<StandardContentType, 'pageSize' | 'structuredDataType' | 'texts'> {
  listKind: PageKind;
  detailKind: ContentDetailKind;
  folderKind?: ContentFolderKind;
  /** The Atom feed of the latest items; null for a content type without a feed. */
  feed: { path: `/${string}.xml`; maxEntries: number } | null;
  isInSitemap: boolean;
  /** @param lang another language of the site than the page's own */
  readList: (read: ContentRead, query: ListQuery, lang?: Lang) => Promise<ContentList>;
  readDetail: (read: ContentRead, id: number, lang?: Lang) => Promise<ContentPageItem>;
  /** Reads all folders; absent for content types without folders. */
  readFolders?: (read: ContentRead, lang?: Lang) => Promise<ContentFolder[]>;
}

const maxFeedEntries = 20;

/**
 * Builds the registration of a standard content type. The calls of all standard types have the same query and data apart
 * from the key, so the TypeScript types of the news fit each of them.
 */
function toContentType(name: StandardContentTypeName): ContentType {
  const { path, key, feedPath, pageSize, structuredDataType, texts }: StandardContentType = standardContentTypes[name];
  return {
    ...contentPageKinds[name],
    pageSize,
    structuredDataType,
    texts,
    feed: feedPath && { path: feedPath, maxEntries: maxFeedEntries },
    isInSitemap: true,
    readList: async (read, query, lang) => {
      const data = await read(`GET ${path}` as 'GET /news', { query, ...(lang && { lang }) });
      return { items: data[key as 'news'], total: data.total };
    },
    readDetail: async (read, id, lang) => {
      const data = await read(`GET ${path}/{id}` as 'GET /news/{id}', { params: { id }, ...(lang && { lang }) });
      return data[key as 'news'];
    },
  };
}

const registeredStandardTypes = Object.fromEntries(
  standardContentTypeNames.map((name) => [name, toContentType(name)]),
) as Record<StandardContentTypeName, ContentType>;

async function readBlogFolders(read: ContentRead, lang?: Lang): Promise<ContentFolder[]> {
  const options = { query: { nbItem: 1 }, ...(lang && { lang }) };
  const readBelow = async (folders: readonly BlogFolder[], depth: number): Promise<ContentFolder[]> => {
    if (depth === maxFolderDepth) return [...folders];
    const nested = folders.map(async ({ id }) => {
      const list = await read('GET /blog/folder/list/{id}', { params: { id }, ...options });
      return readBelow(list.folders, depth + 1);
    });
    return [...folders, ...(await Promise.all(nested)).flat()];
  };
  return readBelow((await read('GET /blog/folder/list', options)).folders, 1);
}

export const contentTypes: Readonly<Record<ContentTypeName, ContentType>> = {
  ...registeredStandardTypes,
  blog: {
    ...contentPageKinds.blog,
    pageSize: pageSize.blog,
    feed: { path: '/blog.xml', maxEntries: maxFeedEntries },
    isInSitemap: true,
    structuredDataType: 'BlogPosting',
    texts: 'blog',
    readList: async (read, query, lang) => {
      const { blogs, total } = await read('GET /blog/folder/list', { query, ...(lang && { lang }) });
      return { items: blogs, total };
    },
    readDetail: async (read, id, lang) =>
      (await read('GET /blog/{id}', { params: { id }, ...(lang && { lang }) })).blog,
    readFolders: readBlogFolders,
  },
  albums: {
    ...contentPageKinds.albums,
    pageSize: pageSize.albums,
    feed: { path: '/albums.xml', maxEntries: maxFeedEntries },
    isInSitemap: true,
    structuredDataType: 'ImageGallery',
    texts: 'albums',
    readList: async (read, query, lang) => {
      const { albums, total } = await read('GET /album', { query, ...(lang && { lang }) });
      return { items: albums, total };
    },
    readDetail: async (read, id, lang) =>
      (await read('GET /album/{id}', { params: { id }, ...(lang && { lang }) })).album,
  },
};

export const allContentTypes: readonly ContentType[] = Object.values(contentTypes);

/** Builds the URL path of a content item, such as `/actualites/vendanges/3`. */
export const buildContentPath = (list: string, { slug, id }: Pick<ContentSummary, 'slug' | 'id'>): string =>
  `${list}/${slug}/${id}`;

/** Builds the URL path of a folder of a content type, such as `/carnet/folder/la-vigne/2`. */
export const buildContentFolderPath = (list: string, { slug, id }: ContentFolder): string =>
  `${list}/folder/${slug}/${id}`;

/** Finds the content type whose items a kind of page lists or shows. */
export function findContentTypeOfPage(kind: string): ContentType {
  const found = allContentTypes.find(
    ({ listKind, detailKind, folderKind }) => kind === listKind || kind === detailKind || kind === folderKind,
  );
  if (!found) throw new Error(`${kind} is a page of no content type`);
  return found;
}
