import { createPublicationNotifier } from '#server/api/changes/publication-notifier.ts';
import { saveRows } from '#server/api/changes/save-rows.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { findSlugOwners } from '#server/api/database/slug-owners.ts';
import {
  createTableRows,
  type RowsOfTable,
  type SaveOutcome,
  type StoredRowWithoutSiteId,
} from '#server/api/database/table-rows.ts';
import { type FindTextImageAttributes, readEmbeddedImageLookup } from '#server/api/media/text-images.ts';
import { definePlainResource } from '#server/api/resources/plain-resource.ts';
import { defineResource, type Resource, refuseFirstItemIssue } from '#server/api/resources/resource.ts';
import { renderLocalizedRichText } from '#server/api/site/render-text.ts';
import { buildSearchText } from '#shared/build-search-text.ts';
import { type FolderNode, findBlogFolderParentIssues } from '#shared/content/blog-folder-tree.ts';
import {
  type AlbumInput,
  albumResourceSpec,
  type BlogPostInput,
  blogFolderResourceSpec,
  blogPostResourceSpec,
  type ContentInput,
  standardContentResourceSpecs,
} from '#shared/content/content-input.ts';
import { standardContentTypeNames } from '#shared/content/standard-content-types.ts';
import type { ArticleTypeName } from '#shared/content-type-pages.ts';
import { findTakenSlugIssues } from '#shared/find-taken-slug-issues.ts';
import { readFolderRows } from './content-repository.ts';
import {
  type ArticleTables,
  albumMedia,
  albums,
  blogFolders,
  blogPostFolderAssignments,
  blogPostImages,
  blogPosts,
  tablesByArticleType,
} from './content-tables.ts';

export function contentInputsToItemRows(
  { items, itemImages }: ArticleTables,
  list: readonly (ContentInput & { tags?: readonly string[] })[],
  findPicture: FindTextImageAttributes,
  updatedAt: Date,
): RowsOfTable[] {
  return [
    createTableRows(
      items,
      list.map(({ images, image, body, publishedAt, tags = [], ...columns }) => ({
        ...columns,
        tags: [...tags],
        html: renderLocalizedRichText(body, findPicture),
        publishedAt: new Date(publishedAt),
        updatedAt,
        imageId: image,
        searchText: buildSearchText([columns.title, columns.summary]),
      })),
    ),
    createTableRows(
      itemImages,
      list.flatMap(({ id, images }) =>
        [...new Set(images)].map((imageId, position) => ({ itemId: id, imageId, position })),
      ),
      { itemId: list.map(({ id }) => id) },
    ),
  ];
}

type StoredContentItem = StoredRowWithoutSiteId<ArticleTables['items']> & {
  images: StoredRowWithoutSiteId<ArticleTables['itemImages']>[];
};

const contentItemRowToInput = ({
  html,
  publishedAt,
  imageId,
  images,
  updatedAt: _updatedAt,
  searchText: _searchText,
  tags: _tags,
  ...columns
}: StoredContentItem): ContentInput => ({
  ...columns,
  body: { html },
  publishedAt: publishedAt.toISOString(),
  image: imageId,
  images: images.map((image) => image.imageId),
});

export const contentPublicationStorefrontNotifier = createPublicationNotifier(
  'announce-content',
  Object.values(tablesByArticleType).map(({ items }) => items),
);

/** Saves the rows of a content item, and schedules the notification of the next publication. */
async function saveContentRows(tx: SiteTx, tables: readonly RowsOfTable[]): Promise<SaveOutcome> {
  const outcome = await saveRows(tx, tables);
  if (outcome.ok) await contentPublicationStorefrontNotifier.queueNext(tx);
  return outcome;
}

/** Saves an item of a content type with its pictures. After a refusal the transaction must be rolled back. */
export async function saveContentItem(tx: SiteTx, type: ArticleTypeName, item: ContentInput): Promise<SaveOutcome> {
  const tables = tablesByArticleType[type];
  const refusal = refuseFirstItemIssue(findTakenSlugIssues(item, await findSlugOwners(tx, tables.items, item)));
  if (refusal) return refusal;
  const findPicture = await readEmbeddedImageLookup(tx, item.body);
  return saveContentRows(tx, contentInputsToItemRows(tables, [item], findPicture, new Date()));
}

const standardContentResources = standardContentTypeNames.map((name) => {
  const { items, itemImages } = tablesByArticleType[name];
  return defineResource({
    ...standardContentResourceSpecs[name],
    table: items,
    parts: { images: { table: itemImages, foreignKey: 'itemId' } },
    save: (tx, item) => saveContentItem(tx, name, item),
    toInput: contentItemRowToInput,
  });
});

export const toAlbumRows = (
  list: readonly AlbumInput[],
  findPicture: FindTextImageAttributes,
  updatedAt: Date,
): RowsOfTable[] => [
  ...contentInputsToItemRows(
    tablesByArticleType.albums,
    list.map(({ media: _media, ...item }) => ({ ...item, images: [] })),
    findPicture,
    updatedAt,
  ),
  createTableRows(
    albumMedia,
    list.flatMap(({ id, media }) =>
      media.map(({ image, video, caption }, position) => ({
        albumId: id,
        position,
        imageId: image,
        fileId: video,
        caption,
      })),
    ),
    { albumId: list.map(({ id }) => id) },
  ),
];

export async function saveAlbum(tx: SiteTx, album: AlbumInput): Promise<SaveOutcome> {
  const refusal = refuseFirstItemIssue(findTakenSlugIssues(album, await findSlugOwners(tx, albums, album)));
  if (refusal) return refusal;
  const findPicture = await readEmbeddedImageLookup(tx, album.body);
  return saveContentRows(tx, toAlbumRows([album], findPicture, new Date()));
}

type StoredAlbum = Omit<StoredContentItem, 'images'> & { media: StoredRowWithoutSiteId<typeof albumMedia>[] };

function toAlbumInput({ media, ...album }: StoredAlbum): AlbumInput {
  const { images: _images, ...input } = contentItemRowToInput({ ...album, images: [] });
  return { ...input, media: media.map(({ imageId, fileId, caption }) => ({ image: imageId, video: fileId, caption })) };
}

const albumResource = defineResource({
  ...albumResourceSpec,
  table: albums,
  save: saveAlbum,
  toInput: toAlbumInput,
  parts: { media: { table: albumMedia, foreignKey: 'albumId' } },
});

export const toBlogPostRows = (
  list: readonly BlogPostInput[],
  findPicture: FindTextImageAttributes,
  updatedAt: Date,
): RowsOfTable[] => [
  ...contentInputsToItemRows(
    tablesByArticleType.blog,
    list.map(({ folder: _folder, ...item }) => item),
    findPicture,
    updatedAt,
  ),
  createTableRows(
    blogPostFolderAssignments,
    list.flatMap(({ id, folder }) => (folder === null ? [] : [{ blogPostId: id, folderId: folder }])),
    { blogPostId: list.map(({ id }) => id) },
  ),
];

/** The folders of a blog. The parent of a folder must exist, must not be below it, and must not be at the deepest level. */
const blogFolderResource = definePlainResource(blogFolderResourceSpec, blogFolders, {
  findRefusal: async (tx, folder) => {
    const folders = new Map<number, FolderNode>(await readFolderRows(tx)).set(folder.id, folder);
    return refuseFirstItemIssue([
      ...findTakenSlugIssues(folder, await findSlugOwners(tx, blogFolders, folder)),
      ...[...folders.values()].flatMap((each) => findBlogFolderParentIssues(each, folders)),
    ]);
  },
});

export async function saveBlogPost(tx: SiteTx, post: BlogPostInput): Promise<SaveOutcome> {
  const refusal = refuseFirstItemIssue(findTakenSlugIssues(post, await findSlugOwners(tx, blogPosts, post)));
  if (refusal) return refusal;
  const findPicture = await readEmbeddedImageLookup(tx, post.body);
  return saveContentRows(tx, toBlogPostRows([post], findPicture, new Date()));
}

type StoredBlogPost = StoredContentItem & { folder: StoredRowWithoutSiteId<typeof blogPostFolderAssignments>[] };

const toBlogPostInput = ({ folder, ...post }: StoredBlogPost): BlogPostInput => ({
  ...contentItemRowToInput(post),
  folder: folder[0]?.folderId ?? null,
  tags: post.tags,
});

const blogResources: readonly Resource[] = [
  blogFolderResource,
  defineResource({
    ...blogPostResourceSpec,
    table: blogPosts,
    save: saveBlogPost,
    toInput: toBlogPostInput,
    parts: {
      images: { table: blogPostImages, foreignKey: 'itemId' },
      folder: { table: blogPostFolderAssignments, foreignKey: 'blogPostId' },
    },
  }),
];

export const contentResources: readonly Resource[] = [...standardContentResources, ...blogResources, albumResource];
