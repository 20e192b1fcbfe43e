import { Button, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { isOrderMailKind } from '#shared/orders/order-mail-kind.ts';
import type { StaffOrderView } from '#shared/orders/staff-order-view.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { usePanelMutation } from '../core/use-panel-mutation.ts';
import { OrderSection } from './OrderSection/OrderSection.tsx';

/** The mails about an order. A mail whose delivery has failed or is uncertain can be sent again. */
export function OrderMails({ order: { mails } }: { order: StaffOrderView }): ReactNode {
  const { t, date } = useAdminTexts();
  const { isRunning, run } = usePanelMutation();
  if (mails.length === 0) return null;
  const nameOf = (kind: string) => (isOrderMailKind(kind) ? t(`admin-orders.mailKind.${kind}`) : kind);
  return (
    <OrderSection title={t('admin-orders.mails')}>
      {mails.map(({ id, kind, to, state, lastError, at }) => (
        <Typography key={id} component="div" sx={{ mb: 1.5, overflowWrap: 'anywhere' }}>
          {t(`admin-orders.mailState.${state}`, { to })}
          <Typography variant="body2" color="text.secondary">
            {[nameOf(kind), date(at, { dateStyle: 'medium', timeStyle: 'short' }), lastError]
              .filter(Boolean)
              .join(', ')}
          </Typography>
          {(state === 'FAILED' || state === 'UNCERTAIN') && (
            <Button
              size="small"
              loading={isRunning}
              onClick={() => run('POST /admin/mail/{id}/retry', { params: { id } }, 'admin-today.mailQueued')}
            >
              {t('admin-today.retry')}
            </Button>
          )}
        </Typography>
      ))}
    </OrderSection>
  );
}
