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
import { type FolderNode, findBlogFolderParentIssues } from '#shared/content/blog-folder-tree.ts';
import { type BlogPostInput, blogFolderResourceSpec, blogPostResourceSpec } from '#shared/content/content-input.ts';
import { findTakenSlugIssues } from '#shared/find-taken-slug-issues.ts';
import { readFolderRows } from './content-repository.ts';
import {
  blogFolders,
  blogPostFolderAssignments,
  blogPostImages,
  blogPosts,
  tablesByArticleType,
} from './content-tables.ts';
import {
  contentInputsToItemRows,
  contentItemRowToInput,
  type StoredContentItem,
  saveContentRows,
} from './save-content.ts';

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

export const blogResources: readonly Resource[] = [
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
