import {
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  Stack,
  TextField,
  Typography,
} from '@mui/material';
import { type FormEvent, type ReactNode, useState } from 'react';
import { maxTextLengths } from '#shared/limits.ts';
import type { StaffOrderView } from '#shared/orders/staff-order-view.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { usePanelMutation } from '../core/use-panel-mutation.ts';
import { isNoteTooLong, NoteField } from '../inputs/NoteField.tsx';
import { OrderMailPreview } from './OrderMailPreview.tsx';
import { RefundUnits } from './RefundUnits.tsx';
import { parseTextToRefundableEuros, suggestRefundEuros } from './suggest-refund-euros.ts';
import { useOrderMailPreview } from './use-order-mail-preview.ts';
import { ValidVouchersNotice } from './ValidVouchersNotice.tsx';

interface RefundDialogProps {
  order: StaffOrderView;
  onClose: () => void;
}

/** Manages the typed refund of an order and the call that makes it. */
function useRefund({ order, onClose }: RefundDialogProps) {
  const { isRunning, run } = usePanelMutation();
  const [units, setUnits] = useState<Readonly<Record<number, number>>>({});
  const [amountText, setAmountText] = useState('');
  const [reason, setReason] = useState('');
  const [returnsStock, setReturnsStock] = useState(false);
  const lines = Object.entries(units).flatMap(([position, quantity]) =>
    quantity > 0 ? [{ position: Number(position), quantity }] : [],
  );
  const amount = parseTextToRefundableEuros(amountText, order.refundable);
  const changeUnits = (position: number, quantity: number) => {
    const changed = { ...units, [position]: quantity };
    setUnits(changed);
    setAmountText(String(suggestRefundEuros(order, changed)));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (amount === null) return;
    const body = {
      amount,
      refundedBefore: order.refunded,
      reason: reason.trim(),
      lines,
      returnsStock: returnsStock && lines.length > 0,
    };
    if (await run('POST /admin/order/{id}/refund', { params: { id: order.id }, body })) onClose();
  };
  return {
    units,
    lines,
    amount,
    amountText,
    reason,
    returnsStock,
    isRunning,
    changeUnits,
    setAmountText,
    setReason,
    setReturnsStock,
    submit,
  };
}

/** Asks for the units or the amount of a refund and its reason, and shows the mail that the customer will receive. */
export function RefundDialog({ order, onClose }: RefundDialogProps): ReactNode {
  const { t, euros } = useAdminTexts();
  const refund = useRefund({ order, onClose });
  const { amount, amountText, reason, units } = refund;
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="refund-title">
      <form onSubmit={refund.submit} noValidate>
        <DialogTitle id="refund-title">{t('admin-orders.refundTitle')}</DialogTitle>
        <DialogContent>
          <Typography sx={{ mb: 2 }}>{t('admin-orders.refundHelp', { rest: euros(order.refundable) })}</Typography>
          <RefundUnits order={order} units={units} onChange={refund.changeUnits} />
          {order.status !== 'CANCELLED' && refund.lines.length > 0 && (
            <FormControlLabel
              control={
                <Checkbox
                  checked={refund.returnsStock}
                  onChange={(_, isChecked) => refund.setReturnsStock(isChecked)}
                />
              }
              label={t('admin-orders.returnsStock')}
            />
          )}
          <Stack sx={{ gap: 2, mt: 1 }}>
            <TextField
              label={t('admin-orders.refundAmount')}
              helperText={t('admin-orders.refundMax', { max: euros(order.refundable) })}
              error={amountText !== '' && amount === null}
              value={amountText}
              onChange={({ target }) => refund.setAmountText(target.value)}
              slotProps={{ htmlInput: { inputMode: 'decimal' } }}
              required
            />
            <NoteField
              label={t('admin-orders.reason')}
              help={t('admin-orders.reasonHelp')}
              value={reason}
              maxLength={maxTextLengths.message}
              onChange={refund.setReason}
            />
          </Stack>
          {amount !== null && <ValidVouchersNotice order={order} units={units} />}
          {amount !== null && <RefundMail order={order} amount={amount} reason={reason.trim()} />}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('admin-orders.back')}</Button>
          <Button
            type="submit"
            variant="contained"
            loading={refund.isRunning}
            disabled={amount === null || isNoteTooLong(reason, maxTextLengths.message)}
          >
            {amount === null ? t('admin-orders.refundTitle') : t('admin-orders.refundNow', { amount: euros(amount) })}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function RefundMail({ order, amount, reason }: { order: StaffOrderView; amount: number; reason: string }): ReactNode {
  const preview = useOrderMailPreview('GET /admin/order/{id}/refund-preview', {
    params: { id: order.id },
    query: { amount: String(amount), reason },
  });
  return <OrderMailPreview {...preview} />;
}
