import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle, TextField } from '@mui/material';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type HttpError, useNotify, useRefresh, useUpdate } from 'react-admin';
import type { CollectionScheduleInput } from '#shared/shipping/collection-schedule-input.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { getCallFailureDetails } from '../core/call-admin-api.ts';
import type { ItemRecord } from '../core/resource-adapter.ts';

interface CloseDayDialogProps {
  /** The day as `YYYY-MM-DD`. */
  day: string;
  /** The day formatted for users. */
  name: string;
  /** The collection times of the address, to which the closure is added. */
  schedule: ItemRecord;
  onClosed: () => void;
  onClose: () => void;
}

/** Asks for the reason of a closure of one day and adds it to the collection times of the address. */
export function CloseDayDialog({ day, name, schedule, onClosed, onClose }: CloseDayDialogProps): ReactNode {
  const { t } = useAdminTexts();
  const [reason, setReason] = useState('');
  const { closeDay, isPending } = useClosure(schedule, () => {
    onClosed();
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    closeDay({ from: day, to: day, reason: reason.trim() });
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="close-day-title">
      <form onSubmit={submit}>
        <DialogTitle id="close-day-title">{t('admin-selling.calendar.closeTitle', { day: name })}</DialogTitle>
        <DialogContent>
          <DialogContentText sx={{ mb: 2 }}>{t('admin-selling.calendar.closeText')}</DialogContentText>
          <TextField
            label={t('admin-selling.calendar.reason')}
            helperText={t('admin-selling.calendar.reasonHelp')}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            autoFocus
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('admin-selling.calendar.back')}</Button>
          <Button type="submit" variant="contained" loading={isPending}>
            {t('admin-selling.calendar.closeDay')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Saves the collection times with one more closure. If the save is refused, the dialog keeps its content. */
function useClosure(schedule: ItemRecord, onSuccess: () => void) {
  const notify = useNotify();
  const refresh = useRefresh();
  const [update, { isPending }] = useUpdate();
  const closeDay = (closure: CollectionScheduleInput['closures'][number]) => {
    const { closures } = schedule as unknown as CollectionScheduleInput;
    const data = { ...schedule, closures: [...closures, closure] };
    return update(
      'collection-schedule',
      { id: schedule.id, data, previousData: schedule },
      {
        onSuccess: () => {
          notify('admin-selling.calendar.dayClosed', { type: 'success' });
          onSuccess();
        },
        onError: (error) => {
          notify((error as HttpError).message || 'admin.callFailed', { type: 'error' });
          // Another user has changed the collection times: the next attempt adds the closure to the stored ones.
          if (getCallFailureDetails(error).current !== undefined) refresh();
        },
      },
    );
  };
  return { closeDay, isPending };
}
