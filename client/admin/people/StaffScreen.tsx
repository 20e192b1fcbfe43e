import { Box, Button, MenuItem, Stack, TextField, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useGetIdentity } from 'react-admin';
import { type StaffRole, staffRoleLiterals } from '#shared/accounts/roles.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { type AdminResponseData, callAdminApi } from '../core/call-admin-api.ts';
import { LoadFailure } from '../core/LoadFailure.tsx';
import { useIdempotentCall } from '../core/use-idempotent-call.ts';
import { StandaloneScreenFrame } from '../resources/StandaloneScreenFrame.tsx';
import { useQueryInvalidatingAction } from './use-query-invalidating-action.ts';

type StaffList = AdminResponseData<'GET /admin/staff'>;

function InvitationForm(): ReactNode {
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

type Person = AdminResponseData<'GET /admin/staff'>['staff'][number];

interface StaffTableProps {
  staff: readonly Person[];
  /** Id of the user of the panel. */
  ownId: number;
}

/** The members of staff with their roles. Each change takes effect at once. */
function StaffTable({ staff, ownId }: StaffTableProps): ReactNode {
  return (
    <Box component="ul" sx={{ p: 0, listStyle: 'none' }}>
      {staff.map((person) => (
        <StaffRow key={person.id} person={person} isOwn={person.id === ownId} />
      ))}
    </Box>
  );
}

function StaffRow({ person, isOwn }: { person: Person; isOwn: boolean }): ReactNode {
  const { t, date } = useAdminTexts();
  const { isBusy, run } = useQueryInvalidatingAction('staff');
  const { id, email, firstname, lastname, role, revision, lastActiveAt, hasSecondFactor } = person;
  const name = `${firstname} ${lastname}`.trim() || email;
  const params = { id };
  const changeRole = (newRole: StaffRole) =>
    run(
      () => callAdminApi('PUT /admin/staff/{id}', { params, body: { revision, role: newRole } }),
      t('admin-people.staff.changed', { name }),
    );
  const resetSecondFactor = () =>
    run(
      () => callAdminApi('DELETE /admin/staff/{id}/second-factor', { params }),
      t('admin-people.staff.reset', { name }),
    );
  const remove = () => {
    if (!window.confirm(t('admin-people.staff.confirm', { name }))) return;
    void run(
      () => callAdminApi('DELETE /admin/staff/{id}', { params, query: { revision } }),
      t('admin-people.staff.removed', { name }),
    );
  };
  return (
    <Box
      component="li"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', py: 1.5, borderBottom: '1px solid #ddd' }}
    >
      <Box sx={{ flex: '1 1 16rem' }}>
        <Typography>{name}</Typography>
        <Typography variant="body2" color="text.secondary">
          {t('admin-people.staff.seen', { email, date: date(lastActiveAt) })}
          {hasSecondFactor && <span> {t('admin-people.staff.protected')}</span>}
        </Typography>
      </Box>
      <RoleSelect role={role} isDisabled={isBusy} onChange={changeRole} />
      {hasSecondFactor && !isOwn && (
        <Button disabled={isBusy} onClick={resetSecondFactor}>
          {t('admin-people.staff.resetButton')}
        </Button>
      )}
      <Button color="error" disabled={isBusy} onClick={remove}>
        {t('admin-people.staff.remove')}
      </Button>
    </Box>
  );
}

interface RoleSelectProps {
  role: StaffRole;
  isDisabled: boolean;
  onChange: (role: StaffRole) => void;
}

function RoleSelect({ role, isDisabled, onChange }: RoleSelectProps): ReactNode {
  const { t } = useAdminTexts();
  return (
    <TextField
      select
      size="small"
      label={t('admin-people.role')}
      value={role}
      disabled={isDisabled}
      onChange={({ target }) => onChange(target.value as StaffRole)}
      sx={{ minWidth: 220 }}
    >
      {staffRoleLiterals.map((roleName) => (
        <MenuItem key={roleName} value={roleName}>
          {t(`admin-people.role.${roleName}`)}
        </MenuItem>
      ))}
    </TextField>
  );
}

export default function StaffScreen(): ReactNode {
  const { t } = useAdminTexts();
  const { identity } = useGetIdentity();
  const { data, isError, refetch } = useQuery({
    queryKey: ['staff'],
    queryFn: () => callAdminApi('GET /admin/staff'),
  });
  return (
    <StandaloneScreenFrame title={t('admin-people.staff.title')} help={t('admin-people.staff.help')}>
      <InvitationForm />
      {isError && <LoadFailure onRetry={refetch} />}
      {data && <StaffTable staff={data.staff} ownId={Number(identity?.id)} />}
      {data && data.invitations.length > 0 && <Invitations invitations={data.invitations} />}
    </StandaloneScreenFrame>
  );
}

function Invitations({ invitations }: Pick<StaffList, 'invitations'>): ReactNode {
  const { t, date } = useAdminTexts();
  const { isBusy, run } = useQueryInvalidatingAction('staff');
  const withdraw = (id: string) =>
    run(
      () => callAdminApi('DELETE /admin/staff/invitation/{key}', { params: { key: id } }),
      t('admin-people.invitation.withdrawn'),
    );
  return (
    <>
      <Typography variant="h6" component="h2" sx={{ mt: 4 }}>
        {t('admin-people.invitation.open')}
      </Typography>
      <ul>
        {invitations.map(({ id, email, role, expiresAt }) => (
          <li key={id}>
            {t('admin-people.invitation.line', { email, role: t(`admin-people.role.${role}`), date: date(expiresAt) })}{' '}
            <Button size="small" disabled={isBusy} onClick={() => withdraw(id)}>
              {t('admin-people.invitation.withdraw')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
