import Redo from '@mui/icons-material/Redo';
import Undo from '@mui/icons-material/Undo';
import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  IconButton,
  List,
  ListItem,
  ListItemText,
  Tooltip,
} from '@mui/material';
import { createUsePuck } from '@puckeditor/core';
import { type ReactNode, useState } from 'react';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { getFocusableWhenDisabledProps } from '../../core/get-focusable-when-disabled-props.ts';
import { useQueryKeepingData } from '../../core/use-query-keeping-data.ts';
import { PlainInstantInput } from '../../inputs/PlainInstantInput.tsx';
import type { PageCalls } from './page-calls.ts';
import type { PageEditorState } from './use-page-editor.ts';

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

interface ScheduleDialogProps {
  editor: PageEditorState;
  onClose: () => void;
}

/** Returns the instant in one hour, to the minute. */
const inOneHour = (): string => new Date(Math.floor(Date.now() / 60_000 + 60) * 60_000).toISOString();

/** Asks for the day and time of publication in the estate's time zone. */
export function ScheduleDialog({ editor, onClose }: ScheduleDialogProps): ReactNode {
  const { t } = useAdminTexts();
  const publishAt = editor.stored?.draft.publishAt ?? null;
  const [chosen, setChosen] = useState<string | null>(() => publishAt ?? inOneHour());
  const [failure, setFailure] = useState('');
  const schedule = async (time: string | null) => {
    setFailure('');
    if (await editor.save(time, setFailure)) onClose();
  };
  return (
    // The dialog about a conflict replaces this dialog, which reappears afterwards with the chosen time.
    <Dialog open={editor.conflict === null} onClose={onClose} aria-labelledby="schedule-title">
      <DialogTitle id="schedule-title">{t('admin-pages.scheduleTitle')}</DialogTitle>
      <DialogContent>
        <DialogContentText>{t('admin-pages.scheduleText')}</DialogContentText>
        <Box sx={{ mt: 2 }}>
          <PlainInstantInput
            label={t('admin-pages.publishAt')}
            value={chosen}
            error={failure}
            onChange={(value) => {
              setChosen(value);
              setFailure('');
            }}
          />
        </Box>
      </DialogContent>
      <DialogActions>
        {publishAt && (
          <Button disabled={editor.isBusy} onClick={() => schedule(null)}>
            {t('admin-pages.unschedule')}
          </Button>
        )}
        <Button onClick={onClose}>{t('admin-pages.cancel')}</Button>
        <Button variant="contained" disabled={editor.isBusy || chosen === null} onClick={() => schedule(chosen)}>
          {t('admin-pages.confirmSchedule')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

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
