import {
  findIssuesOfReference,
  findTakenValueIssues,
  type ItemIssue,
  type ReferenceTargets,
  type ValueOwner,
} from '#shared/item-issue.ts';
import type { PageEntryInput } from './page-tree-input.ts';

interface CheckedTree {
  entries: readonly PageEntryInput[];
  /** Names this tree in an issue about an id that occurs twice in it. */
  owner: ValueOwner;
}

interface KnownToPageTrees {
  pages: ReferenceTargets<number>;
  /** The trees of the other languages by the ids of their entries. */
  entryOwners: ReadonlyMap<number, ValueOwner>;
}

export function findTreeIssues({ entries, owner }: CheckedTree, { pages, entryOwners }: KnownToPageTrees) {
  const owners = new Map(entryOwners);
  return listEntries(entries, ['entries']).flatMap(({ path, id, page }): ItemIssue[] => {
    const taken = findTakenValueIssues([...path, 'id'], id, owners);
    owners.set(id, owner);
    const unknown = page === undefined ? [] : findIssuesOfReference('page', [...path, 'page'], page, pages);
    return [...taken, ...unknown];
  });
}

interface EntryAtPath extends Pick<PageEntryInput, 'id' | 'page'> {
  path: readonly (string | number)[];
}

const listEntries = (entries: readonly PageEntryInput[], parentPath: EntryAtPath['path']): EntryAtPath[] =>
  entries.flatMap(({ id, page, children = [] }, index) => {
    const path = [...parentPath, index];
    return [{ id, page, path }, ...listEntries(children, [...path, 'children'])];
  });
