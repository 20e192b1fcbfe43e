import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  List,
  ListItem,
  ListItemText,
} from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { useQueryKeepingData } from '../../core/use-query-keeping-data.ts';
import type { PageCalls } from './page-calls.ts';
import type { PageEditorState } from './use-page-editor.ts';

interface VersionsDialogProps {
  editor: PageEditorState;
  calls: PageCalls;
  onClose: () => void;
}

/**
 * Lists the versions of the page, which can be opened in the editor or published again. Both replace the content of the
 * editor, so changes must be saved or discarded first.
 */
export function VersionsDialog({ editor, calls, onClose }: VersionsDialogProps): ReactNode {
  const { t, date } = useAdminTexts();
  const { isBusy, hasUnsavedChanges } = editor;
  const { data, error } = useQueryKeepingData(calls.listVersions, [calls]);
  const [actionFailure, setFailure] = useState<string | null>(null);
  const failure = actionFailure ?? error?.message ?? null;
  const fail = (reason: unknown) => setFailure(reason instanceof Error ? reason.message : '');
  const open = async (id: number) => {
    const { content } = await calls.readPageVersion(id);
    editor.load(content);
    onClose();
  };
  const publish = async (id: number) => {
    if (await editor.publishVersion(id)) onClose();
  };
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="versions-title">
      <DialogTitle id="versions-title">{t('admin-pages.versionsTitle')}</DialogTitle>
      <DialogContent>
        {failure !== null && <Alert severity="error">{failure || t('admin.callFailed')}</Alert>}
        {hasUnsavedChanges && <Alert severity="warning">{t('admin-pages.saveBeforeVersion')}</Alert>}
        {data?.versions.length === 0 && <span>{t('admin-pages.noVersions')}</span>}
        <List>
          {data?.versions.map(({ id, createdAt, publishedBy }, index) => (
            <ListItem key={id} disableGutters divider sx={{ flexWrap: 'wrap' }}>
              <ListItemText
                primary={date(createdAt, { dateStyle: 'long', timeStyle: 'short' })}
                secondary={publishedBy ?? t('admin-pages.replacedVersion')}
              />
              <Button disabled={hasUnsavedChanges} onClick={() => open(id).catch(fail)}>
                {t('admin-pages.openVersion')}
              </Button>
              {index > 0 && (
                <Button variant="outlined" disabled={isBusy || hasUnsavedChanges} onClick={() => publish(id)}>
                  {t('admin-pages.publishVersion')}
                </Button>
              )}
            </ListItem>
          ))}
        </List>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('admin-pages.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
