import { useTexts } from '#client/core/app-context.tsx';
import type { OrderDetail, OrderSummary } from '#shared/orders/orders-contract.ts';
import { paymentMethodRecords } from '#shared/payments/payment-method.ts';
import type { Texts } from '#shared/texts.ts';
import css from './OrderDetails.module.css';
import { OrderDetailsSection } from './OrderDetailsSection.tsx';

/**
 * Describes the state of an order in words. An order that is to be paid on collection is never described as waiting for
 * payment.
 */
export const describeOrderState = (
  t: Texts['t'],
  { status, payment }: Pick<OrderSummary, 'status' | 'payment'>,
): string =>
  status === 'PENDING' && paymentMethodRecords[payment.method].isPaidAtCollection
    ? t('orders.state.payable-at-estate')
    : t(`orders.state.${status}`);

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
