import { Box, Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { PlainInstantInput } from '../../inputs/PlainInstantInput.tsx';
import type { PageEditorState } from './use-page-editor.ts';

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
