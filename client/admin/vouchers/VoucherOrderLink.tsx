import type { ReactNode } from 'react';
import { Link } from 'react-admin';
import type { StaffVoucherView } from '#shared/orders/vouchers-contract.ts';

/** Link to the order in which a voucher was sold. */
export const VoucherOrderLink = ({ voucher: { order } }: { voucher: StaffVoucherView }): ReactNode => (
  <Link to={`/order/${order.id}/show`}>{order.number}</Link>
);
