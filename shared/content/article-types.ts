import type { ContentReadOptions, ContentType, ItemPathFields, ItemsWithTotal } from '../content-type.ts';
import { type ArticleTypeName, contentTypePages } from '../content-type-pages.ts';
import type { ApiReaderOf } from '../endpoint.ts';
import type { Lang } from '../languages.ts';
import type { BlogFolder } from './blog-endpoints.ts';
import { maxFolderDepth } from './blog-folder-tree.ts';
import type { contentContract } from './content-contract.ts';
import type * as wire from './content-endpoints.ts';
import {
  type ArticleStructuredDataType,
  type StandardContentTypeName,
  standardContentTypeNames,
  standardContentTypes,
} from './standard-content-types.ts';

/** A function that reads content from the API. Every `ApiReader` of the page modules is assignable to this type. */
type ContentRead = ApiReaderOf<typeof contentContract>;

/** The fields of an article that lists, sitemap and feed need. */
export type ArticleSummary = Pick<
  wire.ContentItem,
  'id' | 'slug' | 'title' | 'summary' | 'publishedAt' | 'updatedAt' | 'image'
>;

export type ArticleDetail = ArticleSummary & Pick<wire.ContentDetail, 'html' | 'images'>;

type ArticleQuery = { page?: number; nbItem?: number; promoted?: 'true' };

/**
 * Describes a content type whose items are articles, such as news. In addition to what is derived from every
 * `ContentType`, the import reads its items from `content/<key of contentTypePages>/` in a site's folder. The tables of
 * the type are registered in `server/api/content/content-tables.ts`.
 */
export interface ArticleType extends ContentType<ContentRead, ArticleSummary, ArticleDetail> {
  /** The part of the text keys `content.<name>.…` that selects the texts of this type's pages. */
  name: ArticleTypeName;
  structuredDataType: ArticleStructuredDataType;
  readList: (
    read: ContentRead,
    query: ArticleQuery,
    options?: ContentReadOptions,
  ) => Promise<ItemsWithTotal<ArticleSummary>>;
}

type StandardKey = (typeof standardContentTypes)[StandardContentTypeName]['key'];

/** The data of the calls of all standard content types: the items, or the one item, under the key of their type. */
type ArticleData<Value> = Partial<Record<StandardKey, Value>>;

function takeContent<Value>(data: ArticleData<Value>, key: StandardKey): Value {
  const value = data[key];
  if (value === undefined) throw new Error(`the response has no field "${key}"`);
  return value;
}

function toArticleType(name: StandardContentTypeName): ArticleType {
  const { path, key, feedPath, structuredDataType } = standardContentTypes[name];
  return {
    ...contentTypePages[name],
    name,
    structuredDataType,
    feed: feedPath && { path: feedPath },
    isInSitemap: true,
    readList: async (read, query, { lang } = {}) => {
      const data: ArticleData<wire.ContentItem[]> & { total: number } = await read(`GET ${path}`, {
        query,
        ...(lang && { lang }),
      });
      return { items: takeContent(data, key), total: data.total };
    },
    readDetail: async (read, id, { lang } = {}) => {
      const data: ArticleData<wire.ContentDetail> = await read(`GET ${path}/{id}`, {
        params: { id },
        ...(lang && { lang }),
      });
      return takeContent(data, key);
    },
  };
}

const registeredStandardTypes = Object.fromEntries(
  standardContentTypeNames.map((name) => [name, toArticleType(name)]),
) as Record<StandardContentTypeName, ArticleType>;

async function readBlogFolders(read: ContentRead, lang?: Lang): Promise<ItemPathFields[]> {
  const options = { query: { nbItem: 1 }, ...(lang && { lang }) };
  const readBelow = async (folders: readonly BlogFolder[], depth: number): Promise<ItemPathFields[]> => {
    if (depth === maxFolderDepth) return [...folders];
    const nested = folders.map(async ({ id }) => {
      const list = await read('GET /blog/folder/list/{id}', { params: { id }, ...options });
      return readBelow(list.folders, depth + 1);
    });
    return [...folders, ...(await Promise.all(nested)).flat()];
  };
  return readBelow((await read('GET /blog/folder/list', options)).folders, 1);
}

export const articleTypes: Readonly<Record<ArticleTypeName, ArticleType>> = {
  ...registeredStandardTypes,
  blog: {
    ...contentTypePages.blog,
    name: 'blog',
    feed: { path: '/blog.xml' },
    isInSitemap: true,
    structuredDataType: 'BlogPosting',
    readList: async (read, query, { lang } = {}) => {
      const { blogs, total } = await read('GET /blog/folder/list', { query, ...(lang && { lang }) });
      return { items: blogs, total };
    },
    readDetail: async (read, id, { lang } = {}) =>
      (await read('GET /blog/{id}', { params: { id }, ...(lang && { lang }) })).blog,
    readFolders: readBlogFolders,
  },
  albums: {
    ...contentTypePages.albums,
    name: 'albums',
    feed: { path: '/albums.xml' },
    isInSitemap: true,
    structuredDataType: 'ImageGallery',
    readList: async (read, query, { lang } = {}) => {
      const { albums, total } = await read('GET /album', { query, ...(lang && { lang }) });
      return { items: albums, total };
    },
    readDetail: async (read, id, { lang } = {}) =>
      (await read('GET /album/{id}', { params: { id }, ...(lang && { lang }) })).album,
  },
};

export const articleTypeNames = Object.keys(articleTypes) as ArticleTypeName[];

/** Builds the URL path of a folder of a content type, such as `/carnet/folder/la-vigne/2`. */
export const buildFolderPagePath = (list: string, { slug, id }: ItemPathFields): string =>
  `${list}/folder/${slug}/${id}`;

/** @throws Error if the kind belongs to no article type */
export function getArticleType(kind: string): ArticleType {
  const found = Object.values(articleTypes).find(
    ({ listKind, detailKind, folderKind }) => kind === listKind || kind === detailKind || kind === folderKind,
  );
  if (!found) throw new Error(`${kind} is a page of no content type`);
  return found;
}
