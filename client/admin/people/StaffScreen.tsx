import { Button, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useGetIdentity } from 'react-admin';
import { useAdminTexts } from '../core/admin-context.tsx';
import { type AdminResponseData, callAdminApi } from '../core/call-admin-api.ts';
import { LoadFailure } from '../core/LoadFailure.tsx';
import { StandaloneScreenFrame } from '../resources/StandaloneScreenFrame.tsx';
import { InvitationForm } from './InvitationForm.tsx';
import { StaffTable } from './StaffTable.tsx';
import { useQueryInvalidatingAction } from './use-query-invalidating-action.ts';

type StaffList = AdminResponseData<'GET /admin/staff'>;

/** The staff of the estate and the open invitations. */
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
