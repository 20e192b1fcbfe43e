import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle, TextField } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { toInstant, toLocalTime } from '#shared/places/local-time.ts';
import { useAdminConfig, useAdminTexts } from '../../core/admin-context.tsx';
import type { PageEditorState } from './use-page-editor.ts';

interface ScheduleDialogProps {
  editor: PageEditorState;
  onClose: () => void;
}

/** Asks for the day and time of publication in the estate's time zone. */
export function ScheduleDialog({ editor, onClose }: ScheduleDialogProps): ReactNode {
  const { t } = useAdminTexts();
  const { timeZone } = useAdminConfig();
  const publishAt = editor.stored?.draft.publishAt ?? null;
  const [local, setLocal] = useState(() => {
    const { day, time } = toLocalTime(publishAt ? Date.parse(publishAt) : Date.now() + 3_600_000, timeZone);
    return `${day}T${time}`;
  });
  const schedule = async (time: string | null) => {
    onClose();
    await editor.save(time);
  };
  const confirm = () => {
    const [day = '', time = ''] = local.split('T');
    return schedule(new Date(toInstant(day, time.slice(0, 5), timeZone)).toISOString());
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby="schedule-title">
      <DialogTitle id="schedule-title">{t('admin-pages.schedule')}</DialogTitle>
      <DialogContent>
        <DialogContentText>{t('admin-pages.scheduleText')}</DialogContentText>
        <TextField
          type="datetime-local"
          label={t('admin-pages.publishAt')}
          value={local}
          onChange={({ target }) => setLocal(target.value)}
          slotProps={{ inputLabel: { shrink: true } }}
          sx={{ mt: 2 }}
        />
      </DialogContent>
      <DialogActions>
        {publishAt && <Button onClick={() => schedule(null)}>{t('admin-pages.unschedule')}</Button>}
        <Button onClick={onClose}>{t('admin-pages.cancel')}</Button>
        <Button variant="contained" disabled={local === ''} onClick={confirm}>
          {t('admin-pages.confirmSchedule')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
