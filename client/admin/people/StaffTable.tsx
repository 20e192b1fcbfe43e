import { Box, Button, MenuItem, TextField, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { type StaffRole, staffRoleLiterals } from '#shared/accounts/roles.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { type AdminResponseData, callAdminApi } from '../core/call-admin-api.ts';
import { useQueryInvalidatingAction } from './use-query-invalidating-action.ts';

type Person = AdminResponseData<'GET /admin/staff'>['staff'][number];

interface StaffTableProps {
  staff: readonly Person[];
  /** Id of the user of the panel. */
  ownId: number;
}

/** The members of staff with their roles. Each change takes effect at once. */
export function StaffTable({ staff, ownId }: StaffTableProps): ReactNode {
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
