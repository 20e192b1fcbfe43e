import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack, TextField, Typography } from '@mui/material';
import { type FormEvent, type ReactNode, useState } from 'react';
import { maxTextLengths } from '#shared/limits.ts';
import type { OrderState } from '#shared/orders/order-states.ts';
import type { StaffOrderView } from '#shared/orders/staff-order-view.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { usePanelMutation } from '../core/use-panel-mutation.ts';
import { isNoteTooLong, NoteField } from '../inputs/NoteField.tsx';
import { OrderMailPreview, useOrderMailPreview } from './OrderMailPreview.tsx';
import { OrderSection } from './OrderSection/OrderSection.tsx';

interface OrderStateDialogProps {
  order: StaffOrderView;
  state: OrderState;
  onClose: () => void;
}

export function OrderStateDialog({ order, state, onClose }: OrderStateDialogProps): ReactNode {
  const { t } = useAdminTexts();
  const { isRunning, run } = usePanelMutation();
  const [trackingNumber, setTrackingNumber] = useState('');
  const [reason, setReason] = useState('');
  const details = {
    ...(state === 'SHIPPED' && trackingNumber.trim() !== '' && { trackingNumber: trackingNumber.trim() }),
    ...(state === 'CANCELLED' && reason.trim() !== '' && { reason: reason.trim() }),
  };
  const preview = useOrderMailPreview('GET /admin/order/{id}/mail-preview', {
    params: { id: order.id },
    query: { state, ...details },
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const isMoved = await run('PUT /admin/order/{id}/state', {
      params: { id: order.id },
      body: { state, ...details },
    });
    if (isMoved) onClose();
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="move-title">
      <form onSubmit={submit}>
        <DialogTitle id="move-title">{t(`admin-orders.move.${state}`)}</DialogTitle>
        <DialogContent>
          {state === 'SHIPPED' && <TrackingNumberField value={trackingNumber} onChange={setTrackingNumber} />}
          {state === 'CANCELLED' && <ReasonField value={reason} onChange={setReason} />}
          <OrderMailPreview {...preview} />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('admin-orders.back')}</Button>
          <Button
            type="submit"
            variant="contained"
            color={state === 'CANCELLED' ? 'error' : 'primary'}
            loading={isRunning}
            disabled={isNoteTooLong(reason, maxTextLengths.message)}
          >
            {t(`admin-orders.move.${state}`)}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface DetailFieldProps {
  value: string;
  onChange: (value: string) => void;
}

function TrackingNumberField({ value, onChange }: DetailFieldProps): ReactNode {
  const { t } = useAdminTexts();
  return (
    <TextField
      label={t('admin-orders.trackingNumber')}
      helperText={t('admin-orders.trackingHelp')}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      autoFocus
    />
  );
}

/** The input for the reason of a cancellation, below a sentence on its effect. */
function ReasonField({ value, onChange }: DetailFieldProps): ReactNode {
  const { t } = useAdminTexts();
  return (
    <>
      <Typography sx={{ mb: 1 }}>{t('admin-orders.cancelEffect')}</Typography>
      <NoteField
        label={t('admin-orders.reason')}
        help={t('admin-orders.reasonHelp')}
        value={value}
        maxLength={maxTextLengths.message}
        onChange={onChange}
        isFocusedFirst
      />
    </>
  );
}

/** Offers the states to which the order can be moved, the usual next one first. */
export function OrderStateButtons({ order }: { order: StaffOrderView }): ReactNode {
  const { t } = useAdminTexts();
  const [state, setState] = useState<OrderState | null>(null);
  return (
    <OrderSection title={t('admin-orders.next')}>
      {order.nextStates.length === 0 && <Typography>{t('admin-orders.finished')}</Typography>}
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        {order.nextStates.map((next, index) => (
          <Button
            key={next}
            variant={index === 0 && next !== 'CANCELLED' ? 'contained' : 'outlined'}
            color={next === 'CANCELLED' ? 'error' : 'primary'}
            onClick={() => setState(next)}
          >
            {t(`admin-orders.move.${next}`)}
          </Button>
        ))}
      </Stack>
      {state && <OrderStateDialog order={order} state={state} onClose={() => setState(null)} />}
    </OrderSection>
  );
}
