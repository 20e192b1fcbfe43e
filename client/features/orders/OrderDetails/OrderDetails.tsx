import { useTexts } from '#client/core/app-context.tsx';
import type { OrderDetail } from '#shared/orders/orders-contract.ts';
import { CopyIban } from '../CopyIban/CopyIban.tsx';
import { MoneyBack } from './MoneyBack.tsx';
import { OrderAddress } from './OrderAddress.tsx';
import { OrderDelivery } from './OrderDelivery.tsx';
import css from './OrderDetails.module.css';
import { OrderDetailsSection } from './OrderDetailsSection.tsx';
import { OrderLine } from './OrderLine.tsx';
import { OrderStateHistory } from './OrderStateHistory.tsx';
import { OrderSums } from './OrderSums.tsx';
import { PaymentDueDate } from './PaymentDueDate.tsx';

interface OrderDetailsProps {
  order: OrderDetail;
  /** True if the page shows the payment instructions elsewhere. */
  hidesInstructions?: boolean;
}

/** Shows the codes of the order's vouchers, so that a customer who has lost the mail still has the codes. */
function OrderVouchers({ order: { vouchers } }: { order: OrderDetail }) {
  const { t, date } = useTexts();
  if (vouchers.length === 0) return null;
  return (
    <OrderDetailsSection title={t('orders.vouchers')}>
      {vouchers.map(({ code, name, state, expiresOn }) => (
        <p key={code}>
          <strong>{code}</strong>
          <br />
          {name}
          <br />
          {t(`orders.vouchers.${state}`, { date: date(expiresOn, { dateStyle: 'long' }) })}
        </p>
      ))}
    </OrderDetailsSection>
  );
}

export function OrderDetails({ order, hidesInstructions = false }: OrderDetailsProps) {
  const { t } = useTexts();
  return (
    <div className={css.order}>
      <section aria-labelledby="order-lines">
        <h2 id="order-lines" className={css.title}>
          {t('orders.lines')}
        </h2>
        <ul className={css.lines}>
          {order.products.map((product) => (
            <OrderLine key={product.id} product={product} />
          ))}
        </ul>
        <OrderSums order={order} />
      </section>
      <div className={css.facts}>
        <OrderVouchers order={order} />
        <OrderDelivery order={order} />
        <OrderDetailsSection title={t('orders.billing')}>
          <OrderAddress address={order.address.billing} />
        </OrderDetailsSection>
        <OrderDetailsSection title={t('orders.payment')}>
          <p>{order.payment.label}</p>
          {order.status === 'PENDING' && !hidesInstructions && (
            <>
              <p className={css.instructions}>{order.payment.instructions}</p>
              <PaymentDueDate order={order} />
              <CopyIban instructions={order.payment.instructions} />
            </>
          )}
        </OrderDetailsSection>
        <MoneyBack order={order} />
        {order.message && (
          <OrderDetailsSection title={t('orders.message')}>
            <p className={css.instructions}>{order.message}</p>
          </OrderDetailsSection>
        )}
        <OrderStateHistory order={order} />
      </div>
    </div>
  );
}
