import { useTexts } from '#client/core/app-context.tsx';
import type { OrderDetail } from '#shared/orders/orders-contract.ts';
import css from './OrderDetails.module.css';

export function OrderSums({ order }: { order: OrderDetail }) {
  const { t, euros, number } = useTexts();
  return (
    <dl className={css.sums}>
      <div>
        <dt>{t('orders.sum.subtotal')}</dt>
        <dd>{euros(order.subtotal)}</dd>
      </div>
      {order.discountCode && (
        <div>
          <dt>{t('orders.sum.code', { code: order.discountCode })}</dt>
          <dd>{t('orders.sum.less', { amount: euros(order.discount) })}</dd>
        </div>
      )}
      {order.carrier && (
        <div>
          <dt>{t('orders.sum.shipping')}</dt>
          <dd>{order.shippingFees > 0 ? euros(order.shippingFees) : t('orders.sum.shipping-free')}</dd>
        </div>
      )}
      <div className={css.total}>
        <dt>{t('orders.sum.total')}</dt>
        <dd>{euros(order.total)}</dd>
      </div>
      {order.vat
        .filter(({ vat }) => vat > 0)
        .map(({ rate, vat }) => (
          <div key={rate} className={css.soft}>
            <dt>{t('orders.sum.vat', { rate: number(rate) })}</dt>
            <dd>{euros(vat)}</dd>
          </div>
        ))}
    </dl>
  );
}
