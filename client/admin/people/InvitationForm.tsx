import { Button, MenuItem, Stack, TextField } from '@mui/material';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type StaffRole, staffRoleLiterals } from '#shared/accounts/roles.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { useIdempotentCall } from '../core/use-idempotent-call.ts';
import { useQueryInvalidatingAction } from './use-query-invalidating-action.ts';

/** Form that invites a new member of staff by mail. */
export function InvitationForm(): ReactNode {
  const { t } = useAdminTexts();
  const call = useIdempotentCall();
  const { isBusy, run } = useQueryInvalidatingAction('staff');
  const [email, setEmail] = useState('');
  const [failure, setFailure] = useState('');
  const [role, setRole] = useState<StaffRole>('ADMIN');
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const body = { email, role };
    const isSent = await run(
      () => call('POST /admin/staff/invitation', { body }),
      t('admin-people.invitation.sent', { email }),
      setFailure,
    );
    if (!isSent) return;
    setEmail('');
    setFailure('');
  };
  return (
    <Stack component="form" direction={{ xs: 'column', sm: 'row' }} spacing={2} onSubmit={send} sx={{ mb: 3 }}>
      <TextField
        label={t('admin-people.email')}
        type="email"
        required
        value={email}
        error={failure !== ''}
        helperText={t(failure)}
        onChange={({ target }) => {
          setEmail(target.value);
          setFailure('');
        }}
        sx={{ flexGrow: 1 }}
      />
      <TextField
        select
        label={t('admin-people.role')}
        value={role}
        onChange={({ target }) => setRole(target.value as StaffRole)}
        sx={{ minWidth: 220 }}
      >
        {staffRoleLiterals.map((name) => (
          <MenuItem key={name} value={name}>
            {t(`admin-people.role.${name}`)}
          </MenuItem>
        ))}
      </TextField>
      <Button type="submit" variant="contained" disabled={isBusy}>
        {t('admin-people.invitation.send')}
      </Button>
    </Stack>
  );
}
