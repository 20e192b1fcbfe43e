import type { PageEntryInput } from '#shared/site/page-tree-input.ts';

/** The way from the top of the page tree to an entry: its position among its siblings at each level. */
export type EntryPath = readonly number[];

const siblingsOf = (entries: readonly PageEntryInput[], parent: EntryPath): readonly PageEntryInput[] =>
  parent.reduce<readonly PageEntryInput[]>((level, index) => level[index]?.children ?? [], entries);

/** Replaces the children of the entry at `parent`, or the entries at the top if `parent` is empty. */
function replaceSiblings(
  entries: readonly PageEntryInput[],
  parent: EntryPath,
  change: (siblings: readonly PageEntryInput[]) => PageEntryInput[],
): PageEntryInput[] {
  const [first, ...rest] = parent;
  if (first === undefined) return change(entries);
  return entries.map((entry, index) =>
    index === first ? { ...entry, children: replaceSiblings(entry.children ?? [], rest, change) } : entry,
  );
}

export const findEntry = (entries: readonly PageEntryInput[], path: EntryPath): PageEntryInput | undefined =>
  siblingsOf(entries, path.slice(0, -1))[path.at(-1) ?? 0];

export const replaceEntry = (
  entries: readonly PageEntryInput[],
  path: EntryPath,
  entry: PageEntryInput,
): PageEntryInput[] =>
  replaceSiblings(entries, path.slice(0, -1), (siblings) =>
    siblings.map((each, index) => (index === path.at(-1) ? { ...entry } : each)),
  );

export const removeEntry = (entries: readonly PageEntryInput[], path: EntryPath): PageEntryInput[] =>
  replaceSiblings(entries, path.slice(0, -1), (siblings) => siblings.filter((_, index) => index !== path.at(-1)));

const insertEntry = (entries: readonly PageEntryInput[], path: EntryPath, entry: PageEntryInput): PageEntryInput[] =>
  replaceSiblings(entries, path.slice(0, -1), (siblings) => siblings.toSpliced(path.at(-1) ?? 0, 0, entry));

const isWithin = (path: EntryPath, folder: EntryPath): boolean => folder.every((index, level) => path[level] === index);

/**
 * Moves an entry with everything below it.
 * @param to The place before which the entry is put, in the tree as it is before the move.
 * @returns The tree unchanged if the entry would be moved into itself.
 */
export function moveEntry(entries: readonly PageEntryInput[], from: EntryPath, to: EntryPath): PageEntryInput[] {
  const entry = findEntry(entries, from);
  if (!entry || isWithin(to, from)) return [...entries];
  const level = from.length - 1;
  // Without the entry, later siblings and everything below them move up by one.
  const isAfter = isWithin(to, from.slice(0, -1)) && (to[level] ?? 0) > (from[level] ?? 0);
  const target = isAfter ? to.map((index, at) => (at === level ? index - 1 : index)) : to;
  return insertEntry(removeEntry(entries, from), target, entry);
}

export type EntryMoveDirection = 'up' | 'down' | 'in' | 'out';

/** Returns the place before which a button puts an entry, as `moveEntry` expects it; null if that is not possible. */
export function findMoveInsertionPath(
  entries: readonly PageEntryInput[],
  path: EntryPath,
  direction: EntryMoveDirection,
): EntryPath | null {
  const parent = path.slice(0, -1);
  const index = path.at(-1) ?? 0;
  const siblings = siblingsOf(entries, parent);
  switch (direction) {
    case 'up':
      return index > 0 ? [...parent, index - 1] : null;
    case 'down':
      return index < siblings.length - 1 ? [...parent, index + 2] : null;
    case 'in':
      return index > 0 ? [...parent, index - 1, siblings[index - 1]?.children?.length ?? 0] : null;
    case 'out':
      return parent.length > 0 ? [...parent.slice(0, -1), (parent.at(-1) ?? 0) + 1] : null;
  }
}

/** Lists the entries with their paths, parents before their children. */
export const listEntries = (
  entries: readonly PageEntryInput[],
  parent: EntryPath = [],
): { entry: PageEntryInput; path: EntryPath }[] =>
  entries.flatMap((entry, index) => {
    const path = [...parent, index];
    return [{ entry, path }, ...listEntries(entry.children ?? [], path)];
  });
