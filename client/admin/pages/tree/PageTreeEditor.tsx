import Add from '@mui/icons-material/Add';
import { Alert, Box, Button, List, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useInput } from 'react-admin';
import type { PageEntryInput } from '#shared/site/page-tree-input.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { FieldError } from '../../inputs/FieldError.tsx';
import { EntryDialog } from './EntryDialog.tsx';
import {
  type EntryMove,
  type EntryPath,
  findEntry,
  findMoveTarget,
  listEntries,
  moveEntry,
  removeEntry,
  replaceEntry,
} from './move-entry.ts';
import { TreeRow } from './TreeRow.tsx';

/** The entries of a page tree, moved by drag and drop or by buttons, and edited in a dialog. */
export function PageTreeEditor({ source }: { source: string }): ReactNode {
  const { t } = useAdminTexts();
  const { field, fieldState } = useInput({ source });
  const entries = (field.value ?? []) as PageEntryInput[];
  const [dragged, setDragged] = useState<EntryPath | null>(null);
  const [edited, setEdited] = useState<EntryPath | null>(null);
  const [announcement, setAnnouncement] = useState('');

  const change = (next: PageEntryInput[], moved?: PageEntryInput) => {
    field.onChange(next);
    field.onBlur();
    const place = moved && listEntries(next).find(({ entry }) => entry.id === moved.id);
    if (!place) return;
    const position = (place.path.at(-1) ?? 0) + 1;
    const siblings = listEntries(next).filter(
      ({ path }) => path.slice(0, -1).join() === place.path.slice(0, -1).join(),
    );
    setAnnouncement(
      t('admin-pages.tree.moved', {
        ...{ entry: place.entry.menuTitle, position, total: siblings.length, level: place.path.length },
      }),
    );
  };
  const move = (path: EntryPath, direction: EntryMove) => {
    const target = findMoveTarget(entries, path, direction);
    if (target) change(moveEntry(entries, path, target), findEntry(entries, path));
  };
  const drop = (to: EntryPath) => {
    if (dragged) change(moveEntry(entries, dragged, to), findEntry(entries, dragged));
    setDragged(null);
  };
  const add = () => {
    const title = t('admin-pages.tree.newEntry');
    const entry = { url: `page-${entries.length + 1}`, menuTitle: title, title, metaDescription: '', type: 'CMS' };
    // The API assigns the id of a new entry.
    change([...entries, { ...entry, showInMenu: false } as PageEntryInput]);
    setEdited([entries.length]);
  };
  const editedEntry = edited && findEntry(entries, edited);
  return (
    <Box sx={{ width: '100%' }}>
      <Typography variant="body2" color="text.secondary">
        {t('admin-pages.tree.explanation')}
      </Typography>
      {fieldState.error && (
        <Alert severity="error">
          <FieldError error={fieldState.error} />
        </Alert>
      )}
      <Box
        role="status"
        sx={{ position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' }}
      >
        {announcement}
      </Box>
      <List>
        {listEntries(entries).map(({ entry, path }) => (
          <TreeRow
            key={entry.id ?? path.join('-')}
            {...{ entry, path }}
            canMove={(direction) => findMoveTarget(entries, path, direction) !== null}
            onMove={(direction) => move(path, direction)}
            onDragStart={() => setDragged(path)}
            onDrop={drop}
            onEdit={() => setEdited(path)}
            onRemove={() => change(removeEntry(entries, path))}
          />
        ))}
      </List>
      <Button startIcon={<Add />} variant="outlined" onClick={add}>
        {t('admin-pages.tree.add')}
      </Button>
      {edited && editedEntry && (
        <EntryDialog
          entry={editedEntry}
          onChange={(entry) => change(replaceEntry(entries, edited, entry))}
          onClose={() => setEdited(null)}
        />
      )}
    </Box>
  );
}
