import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  Stack,
  TextField,
} from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useRedirect } from 'react-admin';
import { createJsonFile, saveAsFile } from '#client/core/save-as-file.ts';
import { maxErasureReasonLength } from '#shared/admin/customers-contract.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { callAdminApi } from '../core/call-admin-api.ts';
import { useQueryInvalidatingAction } from './use-query-invalidating-action.ts';

/** Exports the personal data of a customer, or erases the customer with a reason. */
export function CustomerPersonalDataActions({ id, name }: { id: number; name: string }): ReactNode {
  const { t } = useAdminTexts();
  const redirect = useRedirect();
  const { isBusy, run } = useQueryInvalidatingAction('customer');
  const [isOpen, setIsOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState('');
  const params = { id };
  const exportData = () =>
    run(async () => {
      const data = await callAdminApi('POST /admin/customer/{id}/export', { params });
      saveAsFile(createJsonFile(data), `customer-${id}.json`);
    }, t('admin-people.customer.exported'));
  const erase = async () => {
    const isErased = await run(
      () => callAdminApi('DELETE /admin/customer/{id}', { params, body: { reason } }),
      t('admin-people.customer.erased'),
      setFailure,
    );
    if (isErased) redirect('list', 'customer');
  };
  return (
    <Stack direction="row" spacing={2} sx={{ mt: 4 }}>
      <Button variant="outlined" disabled={isBusy} onClick={exportData}>
        {t('admin-people.customer.export')}
      </Button>
      <Button color="error" disabled={isBusy} onClick={() => setIsOpen(true)}>
        {t('admin-people.customer.erase')}
      </Button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} aria-labelledby="erase-customer">
        <DialogTitle id="erase-customer">{t('admin-people.customer.confirm', { name })}</DialogTitle>
        <DialogContent>
          <DialogContentText sx={{ mb: 2 }}>{t('admin-people.customer.confirmText')}</DialogContentText>
          <TextField
            label={t('admin-people.customer.reason')}
            required
            fullWidth
            value={reason}
            error={failure !== ''}
            helperText={t(failure)}
            slotProps={{ htmlInput: { maxLength: maxErasureReasonLength } }}
            onChange={({ target }) => {
              setReason(target.value);
              setFailure('');
            }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={() => setIsOpen(false)}>{t('admin-people.cancel')}</Button>
          <Button color="error" variant="contained" disabled={isBusy || reason.trim() === ''} onClick={erase}>
            {t('admin-people.customer.erase')}
          </Button>
        </DialogActions>
      </Dialog>
    </Stack>
  );
}
