import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle, TextField } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { type HttpError, useNotify, useRefresh } from 'react-admin';
import { useAdminTexts } from '../core/admin-context.tsx';
import { callAdminApi } from '../core/call-admin-api.ts';
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
        <TextField
          label={t('admin-content.registrations.reason')}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          multiline
          minRows={2}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('admin-content.registrations.keep')}</Button>
        <Button variant="contained" color="error" onClick={cancel} disabled={isSaving}>
          {t('admin-content.registrations.cancel')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
