import { Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-admin';
import type { StaffOrder } from '#shared/orders/staff-order.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { OrderSection } from './OrderSection.tsx';

/** The lines of an order with its amounts. */
export function OrderLines({ order }: { order: StaffOrder }): ReactNode {
  const { t, euros } = useAdminTexts();
  return (
    <OrderSection title={t('admin-orders.lines')}>
      <Table size="small" sx={{ '& td, & th': { px: 0.5 } }}>
        <TableHead>
          <TableRow>
            <TableCell>{t('admin-orders.quantity')}</TableCell>
            <TableCell>{t('admin-orders.item')}</TableCell>
            <TableCell align="right">{t('admin-orders.total')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {order.products.map((line) => (
            <OrderLine key={line.id} line={line} />
          ))}
          {listSums(order).map(({ label, code, amount }) => (
            <TableRow key={label}>
              <TableCell />
              <TableCell>{[t(`admin-orders.sum.${label}`), code].filter(Boolean).join(' ')}</TableCell>
              <TableCell align="right">{euros(amount)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </OrderSection>
  );
}

interface OrderSum {
  label: 'goods' | 'code' | 'shipping' | 'total' | 'vat';
  code?: string;
  amount: number;
}

const listSums = (order: StaffOrder): OrderSum[] => [
  { label: 'goods', amount: order.subtotal },
  ...(order.discountCode ? [{ label: 'code', code: order.discountCode, amount: -order.discount } as const] : []),
  { label: 'shipping', amount: order.shippingFees },
  { label: 'total', amount: order.total },
  { label: 'vat', amount: order.vat.reduce((sum, { vat }) => sum + vat, 0) },
];

function OrderLine({ line }: { line: StaffOrder['products'][number] }): ReactNode {
  const { t, euros, number } = useAdminTexts();
  const unit = line.capacityUnit === 'LITER' ? 'litres' : 'centilitres';
  const details = [
    ...(line.type === 'BOX' ? [] : [t(`admin-orders.${unit}`, { volume: number(line.capacity) })]),
    line.reference,
    ...line.contents.map(({ quantity, name, year }) => `${quantity} × ${[name, year].filter(Boolean).join(' ')}`),
  ];
  return (
    <TableRow>
      <TableCell sx={{ fontWeight: 600 }}>{line.quantity}</TableCell>
      <TableCell>
        <Link to={`/product/${line.idProduct}`}>{[line.name, line.year].filter(Boolean).join(' ')}</Link>
        <Typography variant="body2" color="text.secondary">
          {details.filter(Boolean).join(' · ')}
        </Typography>
      </TableCell>
      <TableCell align="right">{euros(line.total)}</TableCell>
    </TableRow>
  );
}
