import { asc, count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { buildIsPublishedSql } from './content-repository.ts';
import { blogFolders, blogPostFolderAssignments, blogPosts } from './content-tables.ts';

export type BlogFolderRow = typeof blogFolders.$inferSelect;

/** Reads all folders of the site by id, siblings in their order. */
export async function readFolderRows(tx: SiteTx): Promise<Map<number, BlogFolderRow>> {
  const rows = await tx.select().from(blogFolders).orderBy(asc(blogFolders.position), asc(blogFolders.id));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Counts the published posts directly in each folder; the key null counts those outside all folders. */
export async function countPostsByFolder(tx: SiteTx, now: Date): Promise<Map<number | null, number>> {
  const rows = await tx
    .select({ folder: blogPostFolderAssignments.folderId, posts: count() })
    .from(blogPosts)
    .leftJoin(blogPostFolderAssignments, eq(blogPostFolderAssignments.blogPostId, blogPosts.id))
    .where(buildIsPublishedSql(blogPosts, now))
    .groupBy(blogPostFolderAssignments.folderId);
  return new Map(rows.map(({ folder, posts }) => [folder, posts]));
}

export const isPostInFoldersSql = (ids: readonly number[]): SQL =>
  sql`exists (select from ${blogPostFolderAssignments} where ${blogPostFolderAssignments.blogPostId} = ${blogPosts.id}
    and ${inArray(blogPostFolderAssignments.folderId, [...ids])})`;

export async function readPostFolders(tx: SiteTx, posts: readonly number[]): Promise<Map<number, number>> {
  if (posts.length === 0) return new Map();
  const rows = await tx
    .select({ post: blogPostFolderAssignments.blogPostId, folder: blogPostFolderAssignments.folderId })
    .from(blogPostFolderAssignments)
    .where(inArray(blogPostFolderAssignments.blogPostId, [...posts]));
  return new Map(rows.map(({ post, folder }) => [post, folder]));
}
