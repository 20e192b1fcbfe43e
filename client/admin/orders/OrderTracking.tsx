import { Button, Checkbox, FormControlLabel, Link, TextField, Typography } from '@mui/material';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { StaffOrderView } from '#shared/orders/staff-order-view.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { usePanelMutation } from '../core/use-panel-mutation.ts';
import { OrderSection } from './OrderSection/OrderSection.tsx';

export function OrderTracking({ order }: { order: StaffOrderView }): ReactNode {
  const { t } = useAdminTexts();
  const [isEdited, setIsEdited] = useState(false);
  const isShipped = order.status === 'SHIPPED' || order.status === 'COMPLETED';
  if (!isShipped || order.deliveryType === 'CLICK_AND_COLLECT') return null;
  const { tracking } = order;
  return (
    <OrderSection title={t('admin-orders.trackingNumber')}>
      {/* The stored number stays visible beside the form, because another user may change it in the meantime. */}
      <Typography>
        {tracking?.url ? (
          <Link href={tracking.url} target="_blank" rel="noopener noreferrer">
            {tracking.number}
          </Link>
        ) : (
          (tracking?.number ?? t('admin-orders.noTracking'))
        )}
      </Typography>
      {isEdited ? (
        <TrackingForm order={order} onDone={() => setIsEdited(false)} />
      ) : (
        <Button size="small" onClick={() => setIsEdited(true)}>
          {t('admin-orders.correct')}
        </Button>
      )}
    </OrderSection>
  );
}

function TrackingForm({ order, onDone }: { order: StaffOrderView; onDone: () => void }): ReactNode {
  const { t } = useAdminTexts();
  const { isRunning, run } = usePanelMutation();
  const [number, setNumber] = useState(order.tracking?.number ?? '');
  const [sendsMail, setSendsMail] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const body = { revision: order.revision, trackingNumber: number.trim() || null, sendsMail };
    if (await run('PUT /admin/order/{id}/tracking', { params: { id: order.id }, body })) onDone();
  };
  return (
    <form onSubmit={submit}>
      <TextField
        label={t('admin-orders.trackingNumber')}
        helperText={t('admin-orders.trackingEmpty')}
        value={number}
        onChange={({ target }) => setNumber(target.value)}
      />
      <FormControlLabel
        control={<Checkbox checked={sendsMail} onChange={({ target }) => setSendsMail(target.checked)} />}
        label={t('admin-orders.sendsMail')}
      />
      <Button type="submit" variant="contained" size="small" loading={isRunning}>
        {t('admin-orders.save')}
      </Button>
    </form>
  );
}
