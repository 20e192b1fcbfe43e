import Add from '@mui/icons-material/Add';
import { Alert, Box, Button, List, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { editableListAttributes, itemAddButtonAttributes } from '../../core/list-focus.ts';
import { FieldError } from '../../inputs/FieldError.tsx';
import { EditEntryDialog } from './EditEntryDialog.tsx';
import { type EntryPath, findEntry, listEntries } from './move-entry.ts';
import { TreeRow } from './TreeRow.tsx';
import { usePageTreeEntries } from './use-page-tree-entries.ts';

/** The entries of a page tree, moved by drag and drop or by buttons, and edited in a dialog. */
export function PageTreeEditor({ source }: { source: string }): ReactNode {
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
