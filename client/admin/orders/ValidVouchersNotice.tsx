import { Alert, AlertTitle, Box } from '@mui/material';
import type { ReactNode } from 'react';
import type { StaffOrderView } from '#shared/orders/staff-order-view.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { listVouchersValidAfterRefund } from './list-vouchers-valid-after-refund.ts';

interface ValidVouchersNoticeProps {
  order: StaffOrderView;
  /** The number of refunded units by the position of their line. */
  units: Readonly<Record<number, number>>;
}

/** Warns, before a refund is confirmed, that vouchers of the order stay valid unless their units are refunded. */
export function ValidVouchersNotice({ order, units }: ValidVouchersNoticeProps): ReactNode {
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
