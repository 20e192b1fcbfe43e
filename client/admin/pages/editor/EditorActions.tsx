import Redo from '@mui/icons-material/Redo';
import Undo from '@mui/icons-material/Undo';
import { Alert, Box, Button, IconButton, Tooltip } from '@mui/material';
import { createUsePuck } from '@puckeditor/core';
import { type ReactNode, useState } from 'react';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { getFocusableWhenDisabledProps } from '../../core/get-focusable-when-disabled-props.ts';
import type { PageCalls } from './page-calls.ts';
import { ScheduleDialog } from './ScheduleDialog.tsx';
import type { PageEditorState } from './use-page-editor.ts';
import { VersionsDialog } from './VersionsDialog.tsx';

const usePuck = createUsePuck();

interface EditorActionsProps {
  editor: PageEditorState;
  calls: PageCalls;
}

export function EditorActions({ editor, calls }: EditorActionsProps): ReactNode {
  const { t } = useAdminTexts();
  const history = usePuck((state) => state.history);
  const dispatch = usePuck((state) => state.dispatch);
  const itemSelector = usePuck(({ appState }) => appState.ui.itemSelector);
  /** Wraps undo or redo so that the current selection stays, because both would also restore the earlier selection. */
  const keepSelection = (step: () => void) => () => {
    step();
    dispatch({ type: 'setUi', ui: { itemSelector }, recordHistory: false });
  };
  const [dialog, setDialog] = useState<'schedule' | 'versions' | null>(null);
  const { isBusy, stored, hasUnsavedChanges } = editor;
  const hasDraft = stored?.draft.content !== null;
  return (
    <Box sx={{ mt: 2 }}>
      <Box role="toolbar" aria-label={t('admin-pages.toolbar')} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <HistoryButton label={t('admin-pages.undo')} isEnabled={history.hasPast} onClick={keepSelection(history.back)}>
          <Undo />
        </HistoryButton>
        <HistoryButton
          label={t('admin-pages.redo')}
          isEnabled={history.hasFuture}
          onClick={keepSelection(history.forward)}
        >
          <Redo />
        </HistoryButton>
        <Button
          variant="outlined"
          {...getFocusableWhenDisabledProps(isBusy || !hasUnsavedChanges, () => void editor.save())}
        >
          {t('admin-pages.save')}
        </Button>
        <Button
          variant="contained"
          {...getFocusableWhenDisabledProps(isBusy || !(hasDraft || hasUnsavedChanges), () => void editor.publish())}
        >
          {t('admin-pages.publish')}
        </Button>
        <Button disabled={isBusy} onClick={() => setDialog('schedule')}>
          {t('admin-pages.schedule')}
        </Button>
        <Button disabled={isBusy} onClick={() => setDialog('versions')}>
          {t('admin-pages.versions')}
        </Button>
        {hasDraft && (
          <Button color="error" disabled={isBusy} onClick={editor.discard}>
            {t('admin-pages.discard')}
          </Button>
        )}
      </Box>
      <Box sx={{ mt: 1 }}>
        <DraftState editor={editor} />
      </Box>
      {dialog === 'schedule' && <ScheduleDialog editor={editor} onClose={() => setDialog(null)} />}
      {dialog === 'versions' && <VersionsDialog editor={editor} calls={calls} onClose={() => setDialog(null)} />}
    </Box>
  );
}

interface HistoryButtonProps {
  label: string;
  isEnabled: boolean;
  onClick: () => void;
  children: ReactNode;
}

const HistoryButton = ({ label, isEnabled, onClick, children }: HistoryButtonProps): ReactNode => (
  <Tooltip title={label}>
    <span>
      <IconButton aria-label={label} {...getFocusableWhenDisabledProps(!isEnabled, onClick)}>
        {children}
      </IconButton>
    </span>
  </Tooltip>
);

/** Shows whether the content is unsaved, scheduled, saved as a draft or published, or why its publication failed. */
function DraftState({ editor: { stored, hasUnsavedChanges } }: { editor: PageEditorState }): ReactNode {
  const { t, date } = useAdminTexts();
  if (!stored) return null;
  const { content, publishAt, failure, editedAt, editedBy } = stored.draft;
  const format = (time: string) => date(time, { dateStyle: 'long', timeStyle: 'short' });
  if (failure) return <Alert severity="error">{t('admin-pages.state.failed', { reason: failure })}</Alert>;
  if (hasUnsavedChanges) return <Alert severity="warning">{t('admin-pages.state.unsaved')}</Alert>;
  if (publishAt) return <Alert severity="info">{t('admin-pages.state.scheduled', { time: format(publishAt) })}</Alert>;
  if (content && editedAt)
    return (
      <Alert severity="info">{t('admin-pages.state.draft', { time: format(editedAt), user: editedBy ?? '–' })}</Alert>
    );
  return <Alert severity="success">{t('admin-pages.state.published')}</Alert>;
}
