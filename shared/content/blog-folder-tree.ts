import { findIssuesOfReference, type UnknownReference } from '../item-issue.ts';
export const maxFolderDepth = 5;

export interface FolderNode {
  id: number;
  parent: number | null;
}

type FoldersById<Folder> = ReadonlyMap<number, Folder>;

/**
 * Returns the folders from the top of the blog down to the folder with `id`, which is included.
 * @returns null if the folder is unknown, is inside itself, or is deeper than `maxFolderDepth`
 */
export function listFolderPath<Folder extends FolderNode>(folders: FoldersById<Folder>, id: number): Folder[] | null {
  const trail: Folder[] = [];
  for (let at: number | null = id; at !== null; ) {
    const folder = folders.get(at);
    if (!folder || trail.length === maxFolderDepth) return null;
    trail.unshift(folder);
    at = folder.parent;
  }
  return trail;
}

/**
 * Checks the parent of a folder of the blog: it must exist, must not be below the folder, and must leave the folder
 * within the maximum depth. Moving a folder can bring the folders below it beyond the maximum depth, so a save checks
 * all folders.
 */
export function findBlogFolderParentIssues(
  { id, parent }: FolderNode,
  folders: FoldersById<FolderNode>,
): UnknownReference[] {
  if (parent === null) return [];
  const canBeParent = () => listFolderPath(folders, id) !== null;
  return folders.has(parent)
    ? findIssuesOfReference('parent folder', ['parent'], parent, { has: canBeParent })
    : findIssuesOfReference('blog folder', ['parent'], parent, folders);
}

export const listFolderSubtreeIds = <Folder extends FolderNode>(folders: FoldersById<Folder>, id: number): number[] =>
  [...folders.keys()].filter((other) => listFolderPath(folders, other)?.some((folder) => folder.id === id));
