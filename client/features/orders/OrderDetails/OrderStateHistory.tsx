import { useTexts } from '#client/core/app-context.tsx';
import type { OrderDetail } from '#shared/orders/orders-contract.ts';
import { describeOrderState } from './describe-order-state.ts';
import css from './OrderDetails.module.css';
import { OrderDetailsSection } from './OrderDetailsSection.tsx';

export function OrderStateHistory({ order }: { order: OrderDetail }) {
  const { t, date } = useTexts();
  return (
    <OrderDetailsSection title={t('orders.states')}>
      <ol className={css.states}>
        {order.states.map(({ state, at }) => (
          <li key={`${state} ${at}`}>
            <span>{describeOrderState(t, { ...order, status: state })}</span>{' '}
            <time dateTime={at} className={css.soft}>
              {date(at, { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' })}
            </time>
          </li>
        ))}
      </ol>
    </OrderDetailsSection>
  );
}
