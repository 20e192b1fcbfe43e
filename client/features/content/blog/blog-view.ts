import type { LoaderArgs } from '#client/core/page-module.ts';
import type { BlogFolder, BlogPost } from '#shared/content/blog-endpoints.ts';
import { contentTypes } from '#shared/content/content-types.ts';
import { type ContentTeaser, toContentTeaser } from '../teasers/content-view.ts';

/** A link to a folder. */
export interface FolderLink {
  href: string;
  name: string;
}

export interface BlogTeaser extends ContentTeaser {
  /** Null outside all folders, and in the list of the folder itself. */
  folder: FolderLink | null;
}

export interface FolderTeaser extends FolderLink {
  /** Number of posts. */
  total: number;
}

export const toFolderTeaser = ({ url, name, total }: BlogFolder): FolderTeaser => ({ href: url, name, total });

/** @param current id of the folder whose list contains the post, 0 for the blog itself */
export const toBlogTeaser = (post: BlogPost, current: number, args: Pick<LoaderArgs, 'shell'>): BlogTeaser => ({
  ...toContentTeaser(post, contentTypes.blog, args),
  folder: post.folder.id === 0 || post.folder.id === current ? null : { href: post.folder.url, name: post.folder.name },
});
