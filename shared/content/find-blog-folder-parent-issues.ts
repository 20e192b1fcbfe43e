import { findIssuesOfReference, type UnknownReference } from '../item-issue.ts';
import { type FolderIdAndParent, type FoldersById, listFolderPath } from './blog-folder-tree.ts';

/**
 * Checks the parent of a folder of the blog: it must exist, must not be below the folder, and must leave the folder
 * within the maximum depth. Moving a folder can bring the folders below it beyond the maximum depth, so a save checks
 * all folders.
 */
export function findBlogFolderParentIssues(
  { id, parent }: FolderIdAndParent,
  folders: FoldersById<FolderIdAndParent>,
): UnknownReference[] {
  if (parent === null) return [];
  const canBeParent = () => listFolderPath(folders, id) !== null;
  return folders.has(parent)
    ? findIssuesOfReference('parent folder', ['parent'], parent, { has: canBeParent })
    : findIssuesOfReference('blog folder', ['parent'], parent, folders);
}
