import type { ReactNode } from 'react';
import type { StaffVoucherView } from '#shared/orders/vouchers-contract.ts';
import { useAdminTexts } from '../core/admin-context.tsx';

/** Shows the state of a voucher, with the last day of its validity or the day on which it was redeemed. */
export function VoucherStateText({
  voucher: { state, expiresOn, redeemedAt },
}: {
  voucher: StaffVoucherView;
}): ReactNode {
  const { t, date } = useAdminTexts();
  const day = redeemedAt ? date(redeemedAt, { dateStyle: 'medium' }) : date(expiresOn, { dateStyle: 'medium' });
  return t(`admin-vouchers.state.${state}`, { date: day });
}
