import { useTexts } from '#client/core/app-context.tsx';
import { listOrderAmounts, type OrderAmount } from '#shared/orders/list-order-amounts.ts';
import type { OrderDetail } from '#shared/orders/orders-contract.ts';
import css from './OrderDetails.module.css';

export function OrderSums({ order }: { order: OrderDetail }) {
  const { t, euros, number } = useTexts();
  const toRow = (row: OrderAmount): [label: string, amount: string, className?: string] => {
    switch (row.kind) {
      case 'discount':
        return [t('orders.sum.code', { code: row.code }), t('orders.sum.less', { amount: euros(row.amount) })];
      case 'shipping':
        return [t('orders.sum.shipping'), row.amount > 0 ? euros(row.amount) : t('orders.sum.shipping-free')];
      case 'vat':
        return [t('orders.sum.vat', { rate: number(row.rate ?? 0) }), euros(row.amount), css.soft];
      default:
        return [t(`orders.sum.${row.kind}`), euros(row.amount), row.kind === 'total' ? css.total : ''];
    }
  };
  return (
    <dl className={css.sums}>
      {listOrderAmounts({ ...order, isShipped: order.carrier !== null })
        .map(toRow)
        .map(([label, amount, className]) => (
          <div key={label} className={className}>
            <dt>{label}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
    </dl>
  );
}
