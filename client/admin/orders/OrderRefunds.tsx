import {
  Alert,
  AlertTitle,
  Box,
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
import { centsToEuros, eurosToCents } from '#shared/money.ts';
import { computePaidPriceOfUnits, countRefundedUnits } from '#shared/orders/refund.ts';
import type { StaffOrderView } from '#shared/orders/staff-order-view.ts';
import type { PurchasedVoucher } from '#shared/orders/vouchers-contract.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { usePanelMutation } from '../core/use-panel-mutation.ts';
import { isNoteTooLong, NoteField } from '../inputs/NoteField.tsx';
import { OrderMailPreview, useOrderMailPreview } from './OrderMailPreview.tsx';
import { OrderSection } from './OrderSection/OrderSection.tsx';

interface RefundDialogProps {
  order: StaffOrderView;
  onClose: () => void;
}

/**
 * Suggests the amount in euros of a refund for units of an order's lines, at most what can still be refunded.
 * @param units The number of units by the position of their line.
 */
export function suggestRefundEuros(
  { products, discount, refunds, refundable }: StaffOrderView,
  units: Readonly<Record<number, number>>,
): number {
  const lines = products.map(({ total, quantity }) => ({ total: eurosToCents(total), quantity }));
  const requested = Object.entries(units).map(([position, quantity]) => ({ position: Number(position), quantity }));
  const paid = computePaidPriceOfUnits(
    { lines, discount: eurosToCents(discount) },
    requested,
    countRefundedUnits(refunds),
  );
  return Math.min(centsToEuros(paid), refundable);
}

/**
 * Parses an amount in euros that staff have typed, with a decimal comma or point.
 * @returns null unless the amount can be refunded
 */
export function parseTextToRefundableEuros(text: string, refundable: number): number | null {
  if (!/^\d+([.,]\d{1,2})?$/.test(text.trim())) return null;
  const amount = Number(text.trim().replace(',', '.'));
  return amount > 0 && amount <= refundable ? amount : null;
}

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

interface ValidVouchersNoticeProps {
  order: StaffOrderView;
  /** The number of refunded units by the position of their line. */
  units: Readonly<Record<number, number>>;
}

const toKey = ({ name, value }: { name: string; value: number }): string => JSON.stringify([name, value]);

/**
 * Lists the vouchers that stay valid after a refund. The refund of a unit cancels the voucher that was issued last; a
 * free amount cancels none.
 * @param units The number of refunded units by the position of their line.
 */
export function listVouchersValidAfterRefund(
  { products, vouchers }: Pick<StaffOrderView, 'products' | 'vouchers'>,
  units: Readonly<Record<number, number>>,
): PurchasedVoucher[] {
  const cancelled = new Map<string, number>();
  products.forEach(({ kind, name, price }, position) => {
    const key = toKey({ name, value: price });
    if (kind === 'voucher') cancelled.set(key, (cancelled.get(key) ?? 0) + (units[position] ?? 0));
  });
  const valid = vouchers.filter(({ state }) => state === 'VALID');
  const byKey = Map.groupBy(valid, toKey);
  return [...byKey].flatMap(([key, same]) => same.slice(0, Math.max(0, same.length - (cancelled.get(key) ?? 0))));
}

/** Warns, before a refund is confirmed, that vouchers of the order stay valid unless their units are refunded. */
function ValidVouchersNotice({ order, units }: ValidVouchersNoticeProps): ReactNode {
  const { t, euros } = useAdminTexts();
  const vouchers = listVouchersValidAfterRefund(order, units);
  if (vouchers.length === 0) return null;
  return (
    <Alert severity="warning" sx={{ mt: 2 }}>
      <AlertTitle component="h3">{t('admin-orders.validVouchers', { count: vouchers.length })}</AlertTitle>
      {t('admin-orders.validVouchersHelp')}
      <Box component="ul" sx={{ m: 0, mt: 1, pl: 2.5, overflowWrap: 'anywhere' }}>
        {vouchers.map(({ code, name, value }) => (
          <li key={code}>{`${name}, ${euros(value)} – ${code}`}</li>
        ))}
      </Box>
    </Alert>
  );
}

interface RefundUnitsProps {
  order: StaffOrderView;
  /** The chosen number of units by the position of their line. */
  units: Readonly<Record<number, number>>;
  onChange: (position: number, quantity: number) => void;
}

/** Asks how many units of each line are refunded, up to those that have not been refunded yet. */
function RefundUnits({ order, units, onChange }: RefundUnitsProps): ReactNode {
  const { t } = useAdminTexts();
  const refunded = countRefundedUnits(order.refunds);
  return order.products.map(({ name, year, quantity }, position) => {
    const left = quantity - (refunded.get(position) ?? 0);
    const label = [name, year].filter(Boolean).join(' ');
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order never change
      <Stack key={position} direction="row" sx={{ alignItems: 'center', gap: 2, mb: 1 }}>
        <TextField
          type="number"
          size="small"
          sx={{ width: 96, flex: 'none' }}
          value={units[position] ?? 0}
          disabled={left === 0}
          onChange={({ target }) => onChange(position, Math.min(left, Math.max(0, Math.trunc(Number(target.value)))))}
          slotProps={{
            htmlInput: { min: 0, max: left, 'aria-label': t('admin-orders.refundUnits', { name: label }) },
          }}
        />
        <Typography>{t('admin-orders.refundLine', { name: label, left })}</Typography>
      </Stack>
    );
  });
}

function RefundDialog({ order, onClose }: RefundDialogProps): ReactNode {
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

export function OrderRefunds({ order }: { order: StaffOrderView }): ReactNode {
  const { t, euros } = useAdminTexts();
  const [isOpen, setIsOpen] = useState(false);
  if (order.refunds.length === 0 && order.refundable === 0) return null;
  return (
    <OrderSection title={t('admin-orders.refunds')}>
      {order.refunds.map((refund) => (
        <RefundEntry key={refund.id} orderId={order.id} refund={refund} />
      ))}
      {order.refunded > 0 && (
        <Typography sx={{ mb: 1 }}>
          {t('admin-orders.refundedSum', { refunded: euros(order.refunded), rest: euros(order.refundable) })}
        </Typography>
      )}
      {order.refundable > 0 && (
        <Button variant="outlined" onClick={() => setIsOpen(true)}>
          {t('admin-orders.refund')}
        </Button>
      )}
      {isOpen && <RefundDialog order={order} onClose={() => setIsOpen(false)} />}
    </OrderSection>
  );
}

interface RefundEntryProps {
  orderId: number;
  refund: StaffOrderView['refunds'][number];
}

/** A refund, with the button that records the payment of one that the estate pays itself. */
function RefundEntry({ orderId, refund }: RefundEntryProps): ReactNode {
  const { t, date, euros } = useAdminTexts();
  const { isRunning, run } = usePanelMutation();
  const markPaid = () =>
    run('PUT /admin/order/{id}/refund', { params: { id: orderId }, body: { idRefund: refund.id } });
  const { amount, at, method, reason, staff, returnsStock, paidAt } = refund;
  const details = [
    paidAt ? t('admin-orders.refundedOn', { date: date(paidAt) }) : t(`admin-orders.refundMethod.${method}`),
    date(at, { dateStyle: 'medium', timeStyle: 'short' }),
    staff,
    returnsStock && t('admin-orders.stockReturned'),
  ];
  return (
    <Typography component="div" sx={{ mb: 1.5, overflowWrap: 'anywhere' }}>
      {[euros(amount), reason].filter(Boolean).join(' – ')}
      <Typography variant="body2" color="text.secondary">
        {details.filter(Boolean).join(', ')}
      </Typography>
      {method === 'ESTATE' && paidAt === null && (
        <Button size="small" variant="outlined" loading={isRunning} onClick={markPaid}>
          {t('admin-orders.markRefunded')}
        </Button>
      )}
    </Typography>
  );
}
