import type { LoaderArgs } from '#client/core/page-module.ts';
import { articleTypes } from '#shared/content/article-types.ts';
import type { BlogFolder, BlogPost } from '#shared/content/blog-endpoints.ts';
import { type ContentTeaser, toContentTeaser } from '../content-teaser.ts';

interface FolderLink {
  href: string;
  name: string;
}

export interface BlogTeaser extends ContentTeaser {
  /** The folder of the post; null if the post is outside all folders, or if the list is that of the folder itself. */
  folder: FolderLink | null;
}

export interface FolderTeaser extends FolderLink {
  /** Number of posts in the folder and below it. */
  total: number;
}

export const toFolderTeaser = ({ url, name, total }: BlogFolder): FolderTeaser => ({ href: url, name, total });

/**
 * Converts a blog post to the fields that lists show.
 * @param current id of the folder whose list contains the post; 0 for the blog itself
 */
export const toBlogTeaser = (post: BlogPost, current: number, args: Pick<LoaderArgs, 'shell'>): BlogTeaser => ({
  ...toContentTeaser(post, articleTypes.blog, args),
  folder: post.folder.id === 0 || post.folder.id === current ? null : { href: post.folder.url, name: post.folder.name },
});
