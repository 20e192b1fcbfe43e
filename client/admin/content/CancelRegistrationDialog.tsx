import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { type HttpError, useNotify, useRefresh } from 'react-admin';
import { maxTextLengths } from '#shared/limits.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { callAdminApi } from '../core/call-admin-api.ts';
import { isNoteTooLong, NoteField } from '../inputs/NoteField.tsx';
import type { ElementRegistration } from './registration-adapter.ts';

interface CancelRegistrationDialogProps {
  registration: ElementRegistration;
  onClose: () => void;
}

/** Cancels a registration, and asks for the reason, which the visitor receives by mail. */
export function CancelRegistrationDialog({ registration, onClose }: CancelRegistrationDialogProps): ReactNode {
  const { t } = useAdminTexts();
  const notify = useNotify();
  const refresh = useRefresh();
  const [reason, setReason] = useState('');
  const [isSaving, setIsSaving] = useState(false);
  const cancel = async () => {
    setIsSaving(true);
    try {
      const { id } = registration;
      await callAdminApi('PUT /admin/element/registration/{id}/cancel', { params: { id }, body: { reason } });
      notify('admin-content.registrations.cancelled');
      refresh();
      onClose();
    } catch (error) {
      notify((error as HttpError).message || 'admin.callFailed', { type: 'error' });
      setIsSaving(false);
    }
  };
  return (
    <Dialog open onClose={onClose} fullWidth aria-labelledby="cancel-registration-title">
      <DialogTitle id="cancel-registration-title">
        {t('admin-content.registrations.cancel-name', { name: registration.name })}
      </DialogTitle>
      <DialogContent>
        <DialogContentText>{t('admin-content.registrations.cancel-text')}</DialogContentText>
        <NoteField
          label={t('admin-content.registrations.reason')}
          value={reason}
          maxLength={maxTextLengths.message}
          onChange={setReason}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('admin-content.registrations.keep')}</Button>
        <Button
          variant="contained"
          color="error"
          onClick={cancel}
          disabled={isSaving || isNoteTooLong(reason, maxTextLengths.message)}
        >
          {t('admin-content.registrations.cancel')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
