import type { ReactNode } from 'react';
import type { StaffVoucher } from '#shared/orders/vouchers-contract.ts';
import { useAdminTexts } from '../core/admin-context.tsx';

/** Shows until when a voucher is valid, or when it was used. */
export function VoucherValidity({ voucher: { state, expiresOn, redeemedAt } }: { voucher: StaffVoucher }): ReactNode {
  const { t, date } = useAdminTexts();
  // The last day of validity is a calendar day, but the redemption is an instant in the estate's time zone.
  const day = redeemedAt ? date(redeemedAt, { dateStyle: 'medium' }) : date(expiresOn, { dateStyle: 'medium' });
  return t(`admin-vouchers.state.${state}`, { date: day });
}
