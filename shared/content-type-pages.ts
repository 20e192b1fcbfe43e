export interface ContentTypePages {
  /** The kind of page that lists the items. Its place in the page tree determines the path of the list. */
  listKind: string;
  /** The kind of page that shows one item, at `<list>/<slug>/<id>`. */
  detailKind: string;
  /** The kind of page that shows a folder, at `<list>/folder/<slug>/<id>`; absent for content types without folders. */
  folderKind?: string;
  /** True if every page of the kind `listKind` is a list. Otherwise only the first one in the page tree is. */
  hasSeveralLists?: boolean;
  /** The number of items on one page of a list, which is also the default of the API. */
  pageSize: number;
}

/**
 * The pages of each content type. This record is not in `content-types.ts`, because the code of every page contains
 * this record. For articles, the key is also the name of the folder in `sites/<name>/content/`.
 */
export const contentTypePages = {
  news: { listKind: 'NEWS', detailKind: 'NEWS_ARTICLE', pageSize: 10 },
  blog: { listKind: 'BLOG', detailKind: 'BLOG_POST', folderKind: 'BLOG_FOLDER', pageSize: 12 },
  albums: { listKind: 'ALBUMS', detailKind: 'ALBUM', pageSize: 100 },
  elements: { listKind: 'ELEMENTS', detailKind: 'ELEMENT', hasSeveralLists: true, pageSize: 24 },
  services: { listKind: 'SERVICES', detailKind: 'SERVICE', hasSeveralLists: true, pageSize: 100 },
} as const satisfies Record<string, ContentTypePages>;

export type ContentTypeName = keyof typeof contentTypePages;
type AnyContentTypePages = (typeof contentTypePages)[ContentTypeName];
export type ContentListPageKind = AnyContentTypePages['listKind'];
export type ContentDetailPageKind = AnyContentTypePages['detailKind'];
export type ContentFolderPageKind = Extract<AnyContentTypePages, { folderKind: string }>['folderKind'];

/** The content types whose items are articles: items with a date of publication, a text and pictures. */
export type ArticleTypeName = Exclude<ContentTypeName, 'elements' | 'services'>;

/** The fields of a page tree entry by which the lists of a content type are found. */
export interface PageEntryTarget {
  type: string;
  /** URL path of the page; `null` for an entry without a page. */
  path: string | null;
}

export const findContentListPageEntries = <Entry extends PageEntryTarget>(
  entries: readonly Entry[],
  { listKind, hasSeveralLists }: Pick<ContentTypePages, 'listKind' | 'hasSeveralLists'>,
) =>
  entries
    .filter((entry): entry is Entry & { path: string } => entry.type === listKind && entry.path !== null)
    .slice(0, hasSeveralLists ? undefined : 1);

/** Route pattern of the page of an item, relative to the path of its list. */
export const contentDetailRoutePattern = '/:slug/:id';

/** Route pattern of the page of a folder, relative to the path of its list. */
export const folderPageRoutePattern = '/folder/:slug/:id';

/** Builds the URL path of an item of any content type, such as `/actualites/vendanges/3`. */
export const buildItemPath = (list: string, { slug, id }: { slug: string; id: number }): string =>
  `${list}/${slug}/${id}`;
