import { Stack, TextField, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { countRefundedUnits } from '#shared/orders/refund.ts';
import type { StaffOrderView } from '#shared/orders/staff-order-view.ts';
import { useAdminTexts } from '../core/admin-context.tsx';

interface RefundUnitsProps {
  order: StaffOrderView;
  /** The chosen number of units by the position of their line. */
  units: Readonly<Record<number, number>>;
  onChange: (position: number, quantity: number) => void;
}

/** Asks how many units of each line are refunded, up to those that have not been refunded yet. */
export function RefundUnits({ order, units, onChange }: RefundUnitsProps): ReactNode {
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
