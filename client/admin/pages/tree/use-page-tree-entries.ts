import { useState } from 'react';
import { useInput } from 'react-admin';
import type { PageEntryInput } from '#shared/site/page-tree-input.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import {
  type EntryMoveDirection,
  type EntryPath,
  findEntry,
  findMoveInsertionPath,
  listEntries,
  moveEntry,
  removeEntry,
  replaceEntry,
} from './move-entry.ts';

/** Manages the entries of the page tree in a form. */
export function usePageTreeEntries(source: string) {
  const { t } = useAdminTexts();
  const { field, fieldState } = useInput({ source });
  const entries = (field.value ?? []) as PageEntryInput[];
  const [announcement, setAnnouncement] = useState('');

  const change = (next: PageEntryInput[]) => {
    field.onChange(next);
    field.onBlur();
  };
  const moveTo = (from: EntryPath, to: EntryPath) => {
    const next = moveEntry(entries, from, to);
    change(next);
    const place = findPlace(next, findEntry(entries, from));
    if (place) setAnnouncement(t('admin-pages.tree.moved', place));
  };
  return {
    entries,
    error: fieldState.error,
    /** The new place of the moved entry, as a text for screen readers. */
    announcement,
    canMove: (path: EntryPath, direction: EntryMoveDirection) =>
      findMoveInsertionPath(entries, path, direction) !== null,
    move: (path: EntryPath, direction: EntryMoveDirection) => {
      const target = findMoveInsertionPath(entries, path, direction);
      if (target) moveTo(path, target);
    },
    moveTo,
    remove: (path: EntryPath) => change(removeEntry(entries, path)),
    replace: (path: EntryPath, entry: PageEntryInput) => change(replaceEntry(entries, path, entry)),
    /**
     * Adds an entry at the end of the top level.
     * @returns its path
     */
    add: (): EntryPath => {
      const title = t('admin-pages.tree.newEntry');
      const entry = { url: `page-${entries.length + 1}`, menuTitle: title, title, metaDescription: '', type: 'CMS' };
      // The API assigns the id of a new entry.
      change([...entries, { ...entry, showInMenu: false } as PageEntryInput]);
      return [entries.length];
    },
  };
}

/** Checks whether an entry is the moved one, which has no id before it is saved for the first time. */
const isSameEntry = (entry: PageEntryInput, moved: PageEntryInput | undefined): boolean =>
  entry === moved || (entry.id !== undefined && entry.id === moved?.id);

/** Describes the place of a moved entry among its siblings. */
function findPlace(entries: readonly PageEntryInput[], moved: PageEntryInput | undefined) {
  const listed = listEntries(entries);
  const place = listed.find(({ entry }) => isSameEntry(entry, moved));
  if (!place) return undefined;
  const { entry, path } = place;
  const siblings = listed.filter((other) => other.path.slice(0, -1).join() === path.slice(0, -1).join());
  return {
    entry: entry.menuTitle,
    position: (path.at(-1) ?? 0) + 1,
    total: siblings.length,
    level: path.length,
  };
}
