import { Alert, Button } from '@mui/material';
import type { ReactNode } from 'react';
import type { StaffOrderView } from '#shared/orders/staff-order-view.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { usePanelMutation } from '../core/use-panel-mutation.ts';

/** The withdrawals from the order, with the button that marks them as handled. */
export function OrderWithdrawals({ order: { withdrawals } }: { order: StaffOrderView }): ReactNode {
  const { t, date } = useAdminTexts();
  const { isRunning, run } = usePanelMutation();
  return withdrawals.map(({ id, revision, receivedAt, message, handledAt }) => (
    <Alert
      key={id}
      severity={handledAt ? 'success' : 'warning'}
      sx={{ mb: 2 }}
      action={
        handledAt ? undefined : (
          <Button
            color="inherit"
            size="small"
            loading={isRunning}
            onClick={() => run('PUT /admin/withdrawal/{id}', { params: { id }, body: { revision, isHandled: true } })}
          >
            {t('admin-orders.markHandled')}
          </Button>
        )
      }
    >
      {t('admin-orders.withdrawn', { date: date(receivedAt, { dateStyle: 'long', timeStyle: 'short' }) })} {message}
    </Alert>
  ));
}
