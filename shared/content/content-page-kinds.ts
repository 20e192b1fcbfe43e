import type { PageKind } from '../site/page-kinds.ts';

interface ContentPageKinds {
  /** The kind of page that lists the items. Its place in the page tree determines the path of the list. */
  listKind: PageKind;
  /** The kind of page that shows one item, at `<list>/<slug>/<id>`. */
  detailKind: string;
  /** The kind of page that shows a folder, at `<list>/folder/<slug>/<id>`; absent for content types without folders. */
  folderKind?: string;
}

/**
 * Kinds of the pages of each content type. They are apart from `content-types.ts`, because the code of every page
 * contains them. The key is the name of the type's folder in `sites/<name>/content/`.
 */
export const contentPageKinds = {
  news: { listKind: 'NEWS', detailKind: 'NEWS_ARTICLE' },
  blog: { listKind: 'BLOG', detailKind: 'BLOG_POST', folderKind: 'BLOG_FOLDER' },
  albums: { listKind: 'ALBUMS', detailKind: 'ALBUM' },
} as const satisfies Record<string, ContentPageKinds>;

export type ContentTypeName = keyof typeof contentPageKinds;
type AnyPageKinds = (typeof contentPageKinds)[ContentTypeName];
export type ContentListKind = AnyPageKinds['listKind'];
export type ContentDetailKind = AnyPageKinds['detailKind'];
export type ContentFolderKind = Extract<AnyPageKinds, { folderKind: string }>['folderKind'];

export const contentTypeNames = Object.keys(contentPageKinds) as ContentTypeName[];

/** Route pattern of the page of a content item, relative to the path of its list. */
export const contentDetailRoutePattern = '/:slug/:id';

/** Route pattern of the page of a folder, relative to the path of its list. */
export const contentFolderRoutePattern = '/folder/:slug/:id';
