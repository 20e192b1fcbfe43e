import { Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-admin';
import { listOrderAmounts, type OrderAmount } from '#shared/orders/list-order-amounts.ts';
import type { StaffOrderView } from '#shared/orders/staff-order-view.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { OrderSection } from './OrderSection/OrderSection.tsx';

export function OrderLines({ order }: { order: StaffOrderView }): ReactNode {
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
          {listAmounts(order).map((row) => (
            <TableRow key={row.kind}>
              <TableCell />
              <TableCell>
                {t(`admin-orders.sum.${row.kind}`)}
                {row.kind === 'discount' && <span> {row.code}</span>}
              </TableCell>
              <TableCell align="right">{euros(row.kind === 'discount' ? -row.amount : row.amount)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </OrderSection>
  );
}

/** Lists the amounts of an order, with the VAT of all rates as one amount. */
function listAmounts(order: StaffOrderView): OrderAmount[] {
  const vat = order.vat.reduce((sum, share) => sum + share.vat, 0);
  return listOrderAmounts({ ...order, isShipped: order.carrier !== null, vat: [{ rate: null, vat }] });
}

function OrderLine({ line }: { line: StaffOrderView['products'][number] }): ReactNode {
  const { t, euros, number } = useAdminTexts();
  const unit = line.capacityUnit === 'LITER' ? 'litres' : 'centilitres';
  const details = [
    ...(line.capacity === null || line.type === 'BOX'
      ? []
      : [t(`admin-orders.${unit}`, { volume: number(line.capacity) })]),
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
