import { Button, Card, CardContent, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link, List, SelectInput } from 'react-admin';
import type { StaffWithdrawalView } from '#shared/withdrawals/withdrawals-contract.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { usePanelMutation } from '../core/use-panel-mutation.ts';
import { ItemsOrNoResults } from '../resources/ItemsOrNoResults.tsx';
import { ScreenHelp } from '../resources/ScreenHelp.tsx';

/** The list of withdrawals. At first, it shows only those that are not handled. */
export default function WithdrawalList(): ReactNode {
  const { t } = useAdminTexts();
  const filters = [
    <SelectInput
      key="isHandled"
      source="isHandled"
      label={t('admin-orders.handled')}
      choices={[
        { id: 'false', name: t('admin.no') },
        { id: 'true', name: t('admin.yes') },
      ]}
      alwaysOn
    />,
  ];
  return (
    <>
      <ScreenHelp />
      <List
        filters={filters}
        filterDefaultValues={{ isHandled: 'false' }}
        actions={false}
        component="div"
        pagination={undefined}
      >
        <ItemsOrNoResults<StaffWithdrawalView>>
          {(withdrawals) =>
            withdrawals.map((withdrawal) => <WithdrawalCard key={withdrawal.id} withdrawal={withdrawal} />)
          }
        </ItemsOrNoResults>
      </List>
    </>
  );
}

function WithdrawalCard({ withdrawal }: { withdrawal: StaffWithdrawalView }): ReactNode {
  const { t, date } = useAdminTexts();
  const { isRunning, run } = usePanelMutation();
  const { id, revision, name, email, orderNumber, idOrder, message, receivedAt, handledAt } = withdrawal;
  const isHandled = handledAt !== null;
  return (
    <Card sx={{ mb: 1.5 }}>
      <CardContent>
        <Typography sx={{ fontWeight: 600 }}>
          {name}
          {' – '}
          {idOrder === null ? <span>{orderNumber}</span> : <Link to={`/order/${idOrder}/show`}>{orderNumber}</Link>}
        </Typography>
        <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
          {[date(receivedAt, { dateStyle: 'long', timeStyle: 'short' }), email].filter(Boolean).join(', ')}
        </Typography>
        {idOrder === null && <Typography variant="body2">{t('admin-orders.noOrder')}</Typography>}
        <Typography sx={{ my: 1, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{message}</Typography>
        <Button
          size="small"
          variant="outlined"
          loading={isRunning}
          onClick={() =>
            run('PUT /admin/withdrawal/{id}', { params: { id }, body: { revision, isHandled: !isHandled } })
          }
        >
          {t(isHandled ? 'admin-orders.markOpen' : 'admin-orders.markHandled')}
        </Button>
      </CardContent>
    </Card>
  );
}
