import Add from '@mui/icons-material/Add';
import { Alert, Box, Button, List, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { SaveButton, SimpleForm, Toolbar, useInput } from 'react-admin';
import type { PageEntryInput } from '#shared/site/page-tree-input.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { editableListAttributes, itemAddButtonAttributes } from '../../core/list-focus.ts';
import { FieldError } from '../../inputs/FieldError.tsx';
import { ItemEditFrame } from '../../resources/ItemEditFrame.tsx';
import { EditEntryDialog } from './EditEntryDialog.tsx';
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
import { TreeRow } from './TreeRow.tsx';

function usePageTreeEntries(source: string) {
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
    /** Adds an entry at the end of the top level. */
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

function PageTreeEditor({ source }: { source: string }): ReactNode {
  const { t } = useAdminTexts();
  const tree = usePageTreeEntries(source);
  const { entries } = tree;
  const [dragged, setDragged] = useState<EntryPath | null>(null);
  const [edited, setEdited] = useState<EntryPath | null>(null);
  const drop = (to: EntryPath) => {
    if (dragged) tree.moveTo(dragged, to);
    setDragged(null);
  };
  const editedEntry = edited && findEntry(entries, edited);
  return (
    <Box sx={{ width: '100%' }} {...editableListAttributes}>
      <Typography variant="body2" color="text.secondary">
        {t('admin-pages.tree.explanation')}
      </Typography>
      {tree.error && (
        <Alert severity="error">
          <FieldError error={tree.error} />
        </Alert>
      )}
      <Box
        role="status"
        sx={{ position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' }}
      >
        {tree.announcement}
      </Box>
      <List>
        {listEntries(entries).map(({ entry, path }) => (
          <TreeRow
            key={entry.id ?? `new-${path.join('-')}`}
            entry={entry}
            path={path}
            canMove={(direction) => tree.canMove(path, direction)}
            onMove={(direction) => tree.move(path, direction)}
            onDragStart={() => setDragged(path)}
            onDrop={drop}
            onEdit={() => setEdited(path)}
            onRemove={() => tree.remove(path)}
          />
        ))}
      </List>
      <Button startIcon={<Add />} variant="outlined" onClick={() => setEdited(tree.add())} {...itemAddButtonAttributes}>
        {t('admin-pages.tree.add')}
      </Button>
      {edited && editedEntry && (
        <EditEntryDialog
          entry={editedEntry}
          onChange={(entry) => tree.replace(edited, entry)}
          onClose={() => setEdited(null)}
        />
      )}
    </Box>
  );
}

export default function PageTreeEdit(): ReactNode {
  return (
    <ItemEditFrame>
      <SimpleForm
        warnWhenUnsavedChanges
        toolbar={
          <Toolbar>
            <SaveButton label="admin-pages.tree.save" />
          </Toolbar>
        }
      >
        <PageTreeEditor source="entries" />
      </SimpleForm>
    </ItemEditFrame>
  );
}
